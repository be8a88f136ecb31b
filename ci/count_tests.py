#!/usr/bin/env python3
"""Prints `N passed, N failed` over the test cases of JUnit files, and fails when one failed or none ran.

usage: count_tests.py FILE.xml...
A skipped test counts as failed: a test that does not run where CI runs says nothing.
"""
import sys
import xml.etree.ElementTree as ElementTree


def main(paths):
    passed = failed = 0
    for path in paths:
        for case in ElementTree.parse(path).iter("testcase"):
            if any(child.tag in ("failure", "error", "skipped") for child in case):
                failed += 1
                print(f"failed: {case.get('classname')} {case.get('name')}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
