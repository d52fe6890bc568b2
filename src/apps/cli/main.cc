// dplda: topic models that keep their authors' secrets. The command line.
#include "apps/cli/program.h"

int main(int argc, char** argv) { return dplda::cli::run(argc, argv); }
