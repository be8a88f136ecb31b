#!/usr/bin/env bash
# For a job that Gerrit's stream of events starts: compares a patch set with its parent and leaves the answer as a vote on
# the label Performance. Needs GERRIT_HOST, GERRIT_CHANGE_NUMBER, GERRIT_PATCHSET_NUMBER and GERRIT_PATCHSET_REVISION.
set -uo pipefail
tandem nightly --before "$GERRIT_PATCHSET_REVISION~1" --after "$GERRIT_PATCHSET_REVISION" \
  --store "$HOME/tandem.db" --write junit=night.xml >summary.txt
status=$?
case $status in
  0) vote=+1 ;;
  3) vote=-1 ;;      # a confirmed regression
  4 | 5) vote=0 ;;   # undecided, or a measurement that is broken: a person should look
  *) exit "$status" ;;
esac
ssh -p 29418 "$GERRIT_HOST" gerrit review "$GERRIT_CHANGE_NUMBER,$GERRIT_PATCHSET_NUMBER" \
  --label "Performance=$vote" --message "'$(sed "s/'/'\\\\''/g" summary.txt)'"
