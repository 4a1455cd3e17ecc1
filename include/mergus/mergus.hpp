/// \file mergus.hpp
/// The whole library: GraphBLAS-style matrix algebra over user-defined semirings on a pluggable backend.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/algorithms.hpp>
#include <mergus/call_scopes.hpp>
#include <mergus/callable.hpp>
#include <mergus/context.hpp>
#include <mergus/define.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/entries.hpp>
#include <mergus/error.hpp>
#include <mergus/ewise_union.hpp>
#include <mergus/generate.hpp>
#include <mergus/io.hpp>
#include <mergus/laws.hpp>
#include <mergus/matrix.hpp>
#include <mergus/mxm_blocks.hpp>
#include <mergus/mxm_plan.hpp>
#include <mergus/ops.hpp>
#include <mergus/progress.hpp>
#include <mergus/read.hpp>
#include <mergus/registry.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/runtime.hpp>
#include <mergus/segmented_merge.hpp>
#include <mergus/semirings/all.hpp>
#include <mergus/serialize.hpp>
#include <mergus/sort.hpp>
#include <mergus/tiles.hpp>
#include <mergus/types.hpp>
#include <mergus/vector.hpp>
#include <mergus/write.hpp>
