/// \file main_plain.cpp
/// doctest's own main, for test programs that choose no backend.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
