// engine_bench: the worker that runs the engine's scenarios. The scenario files register themselves.
#include "harness/measure/worker_main.h"

int main(int argc, char** argv) { return harness::measure::worker_main(argc, argv); }
