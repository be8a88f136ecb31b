// A shared library that does nothing but be mapped into a process.
extern "C" int tandem_any_library() { return 0; }
