/**
 * \file plugin.h
 * The boundary between Mergus and its backends. C only; it needs no header but <stddef.h> and <stdint.h>.
 *
 * A backend is a shared object named `libmergus_backend_NAME.so` that exports one function,
 * `mergus_backend_entry`, which returns a table of functions. The library loads it with dlopen, never unloads
 * it, and calls it only through the table.
 *
 * | header                | content                                                                  |
 * |-----------------------|--------------------------------------------------------------------------|
 * | `plugin/codes.h`      | versions, result codes, status, reading structs of another version        |
 * | `plugin/types.h`      | domains of values                                                        |
 * | `plugin/operators.h`  | operators, monoids, semirings                                            |
 * | `plugin/objects.h`    | devices, contexts, matrices, arguments of their functions                |
 * | `plugin/operations.h` | operands of an operation, descriptor bits, report                        |
 * | `plugin/extensions.h` | functions that are looked up by name                                     |
 * | `plugin/table.h`      | the table                                                                |
 *
 * Versions:
 *  - Every struct begins with `struct_size`, which its creator sets to the sizeof that it was compiled
 *    with. A reader does not access members beyond struct_size. A member that is missing has the value
 *    0 or NULL unless its comment names another one. A writer leaves struct_size as it is and writes
 *    only the members that the struct has. MERGUS_HAS and MERGUS_GET test a member.
 *  - Types, operators, monoids and semirings always have the members that version 0.2 gave them.
 *  - Minor versions only append members, with a line in CHANGELOG.md; 0 or NULL then means what the
 *    version before did. Structs have no padding at their ends, so each new member changes the sizeof.
 *    Another major version is refused. While the major version is 0, members may still change, and a
 *    plugin of another minor version is refused too.
 *
 * Functions:
 *  - A NULL function in the table is not supported. Required are score, context_new, context_free,
 *    matrix_new, matrix_free, matrix_info, matrix_import_csr and matrix_export_csr: with them any
 *    operation can run on another backend.
 *  - `supports` answers for a call before it is made. MERGUS_NOT_IMPLEMENTED from a function itself is
 *    for limits that are found only while it runs.
 *  - A function returns a mergus_code and, when that is not MERGUS_SUCCESS, writes a message into the
 *    caller's status. It must not print, exit, or throw across the boundary. It must not keep a pointer
 *    to an argument after it returns, unless the member's comment allows that. After an error every
 *    output matrix is as it was before the call, and output members of the arguments are unchanged.
 *  - The library checks arguments (types, dimensions, descriptor bits, indices) before it calls; a plugin
 *    may rely on it. Calls into one context never overlap; calls into different contexts may.
 *  - The matrices of a call belong to one context. The output may be any of the inputs.
 *
 * Further kinds of objects and several devices will be appended as follows:
 *  - Every object is a mergus_matrix handle, and the backend knows the kind of its own objects. The kind
 *    of a new object is a member `kind` at the end of mergus_matrix_new_args, mergus_csr and
 *    mergus_matrix_info; 0 (or a missing member) is a matrix. So a vector is an operand in the members
 *    that mergus_call has today. Operations on vectors (mxv, vxm) get members at the end of the table
 *    and mergus_operation_codes. A backend without vectors refuses the kind with
 *    MERGUS_NOT_IMPLEMENTED.
 *  - A context is one device, and its matrices are there. A context of several devices gets the list of
 *    their ordinals at the end of mergus_context_options; without it the context has the one device
 *    `device`.
 */
#ifndef MERGUS_PLUGIN_H
#define MERGUS_PLUGIN_H

#include "plugin/codes.h"
#include "plugin/extensions.h"
#include "plugin/objects.h"
#include "plugin/operations.h"
#include "plugin/operators.h"
#include "plugin/table.h"
#include "plugin/types.h"

#endif
