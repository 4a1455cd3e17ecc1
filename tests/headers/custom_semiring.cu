// custom_semiring.cu: the example with semirings of its own, compiled by nvcc.
#include "../../examples/custom_semiring.cpp"
