/// \file entry.hpp
/// Host side of steps/entry.cuh: the functions that a kernel applies to an entry, on compressed rows and on
/// bitmaps.
#pragma once

#include "device/launch.hpp"
#include "objects/matrix.hpp"

namespace mergus::cuda {

/// How the operator f is called for the value x of an entry (i, j). The numbers are those of entry.cuh.
enum class MapForm : int {
    unary = 0,         ///< f(x)
    scalar_second = 1, ///< f(x, scalar)
    scalar_first = 2,  ///< f(scalar, x)
    index_unary = 3,   ///< f(x, i, j, scalar)
};

struct MapFunction {
    const mergus_op* op = nullptr; ///< null: the cast alone
    MapForm form = MapForm::unary;
    const mergus_type* scalar_type = nullptr; ///< null for the form `unary`
    const void* scalar = nullptr;             ///< on the host; must live as long as the step

    /// The function of a call of apply.
    static MapFunction of(const mergus_call& call);
    /// The scalar as an argument of a kernel; without one, a byte that is not read.
    [[nodiscard]] Parameter scalar_parameter() const noexcept;
};

/// f and map_form.
void bind_map(Bindings& bindings, const MapFunction& function, const mergus_type* x_type,
              const mergus_type* z_type);
/// keep, of select.
void bind_keep(Bindings& bindings, const mergus_op* op, const mergus_type* x_type);
/// both, unless `op` is null, and for a union only_x and only_y.
void bind_combination(Bindings& bindings, const mergus_op* op, const mergus_type* x_type,
                      const mergus_type* y_type, const mergus_type* z_type, bool is_union);
/// M_value, truth, has_mask and complement. \param mask null: there is none
void bind_mask(Bindings& bindings, const Matrix* mask, bool structure, bool complement);

} // namespace mergus::cuda
