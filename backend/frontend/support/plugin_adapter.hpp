/// \file plugin_adapter.hpp
/// The table of a backend that is written in C++. Invariants: no exception leaves a function of the table;
/// the backend's functions get structs of this version's size, and their results reach the caller only after
/// success.
#pragma once

#include "plugin_status.hpp"

#include <mergus/plugin/graph_methods.h>
#include <mergus/plugin/mxm_plan.h>

#include <memory>
#include <string>

namespace mergus::core {

/// The report of a call while the backend fills it in: a whole struct in place of the caller's.
class WholeReport {
public:
    /// \param report the pointer in a copy of the call's arguments; it is redirected.
    explicit WholeReport(mergus_report*& report) : caller_(report) {
        if (caller_ == nullptr) return;
        own_ = whole(caller_);
        report = &own_;
    }
    WholeReport(const WholeReport&) = delete;
    WholeReport& operator=(const WholeReport&) = delete;

    /// After success. \param call adds what is common to all calls of the backend
    template <class Call>
    void finish(const Call& call) {
        if (caller_ == nullptr) return;
        call.report(own_);
        write_back(caller_, own_);
    }

private:
    mergus_report* caller_;
    mergus_report own_{};
};

/// Makes the functions of the table from those of `Backend`, a struct of static members, which may throw:
///
///  - `name()`, `description()`: const char*, as in the table.
///  - `score(std::string& reason)`.
///  - `device_count()`, `device_info(std::uint64_t ordinal, mergus_device_info&)`.
///  - `context_new(const mergus_context_options&)`: a context from `new`; matrices likewise.
///  - `context_wait(mergus_context&)`, `context_counters(mergus_context&, mergus_counters&, bool reset)`.
///  - `class Call`: alive while a function runs in a context. `Call(mergus_context&, std::uint32_t
///    descriptor)`, and `report(mergus_report&) const` for members that all operations fill in alike.
///  - `matrix_…`: the members of the arguments as parameters, the output as the result.
///  - `mxm` and the other operations that it has: `void(mergus_context&, const mergus_call&)`.
///  - `extension(std::string_view name)`, with functions from `operation` and `segmented_merge` below.
///  - Optional: `supports(mergus_context&, const mergus_call&)`, which throws an Error not_implemented;
///    `begin_operation(const mergus_call&)`, before each operation and run of a plan;
///    `matrix_adopt_native`, `matrix_release_native`;
///    `context_release_derived(mergus_context&)`, which returns bytes;
///    `matrix_resize(mergus_context&, mergus_matrix&, std::uint64_t nrows, std::uint64_t ncols)`;
///    `vector_new(mergus_context&, const mergus_type*, std::uint64_t size)`,
///    `vector_import(mergus_context&, const mergus_vector_arrays&)`, both of which return a mergus_matrix*;
///    `vector_export(mergus_context&, const mergus_matrix&, mergus_vector_arrays&)`,
///    `vector_move(mergus_context&, mergus_matrix&, mergus_vector_arrays&)`.
template <class Backend>
class PluginAdapter {
public:
    using Call = typename Backend::Call;

    static mergus_backend table() {
        mergus_backend made{};
        made.struct_size = sizeof made;
        made.abi_major = MERGUS_ABI_MAJOR;
        made.abi_minor = MERGUS_ABI_MINOR;
        made.name = Backend::name();
        made.description = Backend::description();
        add_contexts(made);
        add_matrices(made);
        add_tuples_and_native(made);
        add_vectors(made);
        add_operations(made);
        made.extension = [](const char* name) { return Backend::extension(name); };
        return made;
    }

    /// An operation, for the table or an extension.
    template <void (*Operation)(mergus_context&, const mergus_call&)>
    static std::int32_t operation(mergus_context* context, const mergus_call* args, mergus_status* status) {
        return guarded(status, [&] {
            if (args->struct_size == sizeof *args && args->report == nullptr) { // no copy: short calls
                const Call running(*context, args->descriptor);
                begin(*args);
                Operation(*context, *args);
                return;
            }
            mergus_call call = whole(args);
            WholeReport report(call.report);
            const Call running(*context, call.descriptor);
            begin(call);
            Operation(*context, call);
            report.finish(running);
        });
    }

    /// The function of the extension segmented_merge.
    template <void (*Merge)(mergus_context&, const mergus_segmented_merge_args&)>
    static std::int32_t segmented_merge(mergus_context* context, const mergus_segmented_merge_args* args,
                                        mergus_status* status) {
        return guarded(status, [&] {
            mergus_segmented_merge_args merged = whole(args);
            WholeReport report(merged.report);
            const Call running(*context, 0);
            Merge(*context, merged);
            report.finish(running);
        });
    }

    /// A function of the extension local_moving.
    template <void (*Step)(mergus_context&, const mergus_local_moving_args&)>
    static std::int32_t local_moving(mergus_context* context, const mergus_local_moving_args* args,
                                     mergus_status* status) {
        return guarded(status, [&] {
            const mergus_local_moving_args step = whole(args);
            const Call running(*context, step.descriptor);
            Step(*context, step);
        });
    }

    /// The functions of the extension mxm_plan.
    template <mergus_plan* (*New)(mergus_context&, const mergus_call&), void (*Free)(mergus_plan*) noexcept>
    static std::int32_t plan_new(mergus_context* context, mergus_plan_new_args* args, mergus_status* status) {
        return guarded(status, [&] {
            mergus_plan_new_args changed = whole(args);
            mergus_call call = whole(changed.call);
            WholeReport report(call.report);
            const Call running(*context, call.descriptor);
            begin(call);
            std::unique_ptr<mergus_plan, void (*)(mergus_plan*) noexcept> plan(New(*context, call), Free);
            report.finish(running); // may throw
            changed.plan = plan.get();
            write_back(args, changed);
            plan.release();
        });
    }
    template <void (*Run)(mergus_context&, const mergus_plan&, const mergus_call&)>
    static std::int32_t plan_run(mergus_context* context, mergus_plan* plan, const mergus_call* args,
                                 mergus_status* status) {
        return guarded(status, [&] {
            mergus_call call = whole(args);
            WholeReport report(call.report);
            const Call running(*context, call.descriptor);
            begin(call);
            Run(*context, *plan, call);
            report.finish(running);
        });
    }
    template <void (*Set)(mergus_context&, const mergus_set_values_args&)>
    static std::int32_t set_values(mergus_context* context, const mergus_set_values_args* args,
                                   mergus_status* status) {
        return guarded(status, [&] {
            const Call running(*context, 0);
            Set(*context, whole(args));
        });
    }

private:
    static void begin(const mergus_call& call) {
        if constexpr (requires { Backend::begin_operation(call); }) Backend::begin_operation(call);
    }

    /// Runs `body` as a call into a context.
    template <class Body>
    static std::int32_t run(mergus_context* context, mergus_status* status, const Body& body) noexcept {
        return guarded(status, [&] {
            const Call running(*context, 0);
            body(*context);
        });
    }

    /// The same for a function that changes members of its arguments: `body` gets the context and whole
    /// arguments.
    template <class Args, class Body>
    static std::int32_t run(mergus_context* context, Args* args, mergus_status* status,
                            const Body& body) noexcept {
        return run(context, status, [&](mergus_context& c) {
            Args changed = whole(args);
            body(c, changed);
            write_back(args, changed);
        });
    }

    static std::int32_t score(char* reason, std::size_t room) noexcept {
        try {
            std::string text;
            const std::int32_t value = Backend::score(text);
            write_text(reason, room, text);
            return value;
        } catch (const Error& error) {
            write_text(reason, room, error.what());
            return error.code() == Code::out_of_memory ? MERGUS_OUT_OF_MEMORY : 0;
        } catch (const std::bad_alloc&) {
            write_text(reason, room, "out of host memory");
            return MERGUS_OUT_OF_MEMORY;
        } catch (const std::exception& error) {
            write_text(reason, room, error.what());
            return 0;
        } catch (...) {
            write_text(reason, room, "an exception that is no std::exception");
            return 0;
        }
    }

    static void add_contexts(mergus_backend& made) {
        made.score = score;
        made.device_count = [](std::uint64_t* count, mergus_status* status) {
            return guarded(status, [&] { *count = Backend::device_count(); });
        };
        made.device_info = [](std::uint64_t ordinal, mergus_device_info* info, mergus_status* status) {
            return guarded(status, [&] {
                mergus_device_info found = whole(info);
                Backend::device_info(ordinal, found);
                write_back(info, found);
            });
        };
        made.context_new = [](const mergus_context_options* options, mergus_context** context,
                              mergus_status* status) {
            return guarded(status, [&] { *context = Backend::context_new(whole(options)); });
        };
        made.context_free = [](mergus_context* context) { delete context; };
        made.context_wait = [](mergus_context* context, mergus_status* status) {
            return run(context, status, [](mergus_context& c) { Backend::context_wait(c); });
        };
        if constexpr (requires { Backend::context_release_derived; })
            made.context_release_derived = [](mergus_context* context, std::uint64_t* bytes,
                                              mergus_status* status) {
                return run(context, status,
                           [&](mergus_context& c) { *bytes = Backend::context_release_derived(c); });
            };
        made.context_counters = [](mergus_context* context, mergus_counters* counters,
                                   std::int32_t reset_high_water) {
            return guarded(nullptr, [&] {
                auto read = defaults<mergus_counters>();
                Backend::context_counters(*context, read, reset_high_water != 0);
                write_back(counters, read);
            });
        };
    }

    static void add_matrices(mergus_backend& made) {
        made.matrix_new = [](mergus_context* context, mergus_matrix_new_args* args, mergus_status* status) {
            return run(context, args, status, [](mergus_context& c, mergus_matrix_new_args& a) {
                a.matrix = Backend::matrix_new(c, a.type, a.nrows, a.ncols);
            });
        };
        made.matrix_free = [](mergus_context*, mergus_matrix* matrix) { delete matrix; };
        made.matrix_info = [](mergus_context* context, const mergus_matrix* matrix, mergus_matrix_info* info,
                              mergus_status* status) {
            return run(context, info, status,
                       [&](mergus_context&, mergus_matrix_info& i) { Backend::matrix_info(*matrix, i); });
        };
        made.matrix_import_csr = [](mergus_context* context, mergus_matrix_import_csr_args* args,
                                    mergus_status* status) {
            return run(context, args, status, [](mergus_context& c, mergus_matrix_import_csr_args& a) {
                a.matrix = Backend::matrix_import_csr(c, whole(a.csr));
            });
        };
        made.matrix_export_csr = [](mergus_context* context, const mergus_matrix_export_csr_args* args,
                                    mergus_status* status) {
            const auto a = whole(args);
            return run(context, a.csr, status, [&](mergus_context& c, mergus_csr& csr) {
                Backend::matrix_export_csr(c, *a.matrix, csr);
            });
        };
        made.matrix_move_csr = [](mergus_context* context, const mergus_matrix_move_csr_args* args,
                                  mergus_status* status) {
            const auto a = whole(args);
            return run(context, a.csr, status, [&](mergus_context& c, mergus_csr& csr) {
                Backend::matrix_move_csr(c, *a.matrix, csr);
            });
        };
        made.matrix_dup = [](mergus_context* context, mergus_matrix_dup_args* args, mergus_status* status) {
            return run(context, args, status, [](mergus_context& c, mergus_matrix_dup_args& a) {
                a.copy = Backend::matrix_dup(c, *a.matrix);
            });
        };
        made.matrix_clear = [](mergus_context* context, mergus_matrix* matrix, mergus_status* status) {
            return run(context, status, [&](mergus_context& c) { Backend::matrix_clear(c, *matrix); });
        };
    }

    static void add_tuples_and_native(mergus_backend& made) {
        made.matrix_build = [](mergus_context* context, const mergus_matrix_build_args* args,
                               mergus_status* status) {
            return run(context, status, [&](mergus_context& c) { Backend::matrix_build(c, whole(args)); });
        };
        made.matrix_extract_tuples = [](mergus_context* context,
                                        const mergus_matrix_extract_tuples_args* args,
                                        mergus_status* status) {
            return run(context, status,
                       [&](mergus_context& c) { Backend::matrix_extract_tuples(c, whole(args)); });
        };
        if constexpr (requires { Backend::matrix_adopt_native; })
            made.matrix_adopt_native = [](mergus_context* context, mergus_matrix_adopt_native_args* args,
                                          mergus_status* status) {
                return run(context, args, status, [](mergus_context& c, mergus_matrix_adopt_native_args& a) {
                    a.matrix = Backend::matrix_adopt_native(c, a.native, a.type);
                });
            };
        if constexpr (requires { Backend::matrix_release_native; })
            made.matrix_release_native = [](mergus_context* context, mergus_matrix_release_native_args* args,
                                            mergus_status* status) {
                return run(context, args, status,
                           [](mergus_context& c, mergus_matrix_release_native_args& a) {
                               a.native = Backend::matrix_release_native(c, *a.matrix);
                           });
            };
    }

    static void add_vectors(mergus_backend& made) {
        if constexpr (requires { Backend::vector_new; })
            made.vector_new = [](mergus_context* context, mergus_vector_new_args* args,
                                 mergus_status* status) {
                return run(context, args, status, [](mergus_context& c, mergus_vector_new_args& a) {
                    a.vector = Backend::vector_new(c, a.type, a.size);
                });
            };
        if constexpr (requires { Backend::vector_import; })
            made.vector_import = [](mergus_context* context, mergus_vector_import_args* args,
                                    mergus_status* status) {
                return run(context, args, status, [](mergus_context& c, mergus_vector_import_args& a) {
                    a.vector = Backend::vector_import(c, whole(a.arrays));
                });
            };
        if constexpr (requires { Backend::vector_export; })
            made.vector_export = [](mergus_context* context, const mergus_vector_export_args* args,
                                    mergus_status* status) {
                const auto a = whole(args);
                return run(context, a.arrays, status, [&](mergus_context& c, mergus_vector_arrays& arrays) {
                    Backend::vector_export(c, *a.vector, arrays);
                });
            };
        if constexpr (requires { Backend::vector_move; })
            made.vector_move = [](mergus_context* context, const mergus_vector_move_args* args,
                                  mergus_status* status) {
                const auto a = whole(args);
                return run(context, a.arrays, status, [&](mergus_context& c, mergus_vector_arrays& arrays) {
                    Backend::vector_move(c, *a.vector, arrays);
                });
            };
        if constexpr (requires { Backend::matrix_resize; })
            made.matrix_resize = [](mergus_context* context, const mergus_matrix_resize_args* args,
                                    mergus_status* status) {
                const auto a = whole(args);
                return run(context, status, [&](mergus_context& c) {
                    Backend::matrix_resize(c, *a.matrix, a.nrows, a.ncols);
                });
            };
    }

    /// The member of an operation that the backend does not have stays null.
    static void add_operations(mergus_backend& made) {
        if constexpr (requires { Backend::supports; })
            made.supports = [](mergus_context* context, const mergus_call* args, mergus_status* status) {
                return guarded(status, [&] { Backend::supports(*context, whole(args)); });
            };
#define MERGUS_ADD_OPERATION(NAME)                                                                           \
    if constexpr (requires { Backend::NAME; }) made.NAME = operation<Backend::NAME>
        MERGUS_ADD_OPERATION(mxm);
        MERGUS_ADD_OPERATION(transpose);
        MERGUS_ADD_OPERATION(select);
        MERGUS_ADD_OPERATION(apply);
        MERGUS_ADD_OPERATION(ewise_add);
        MERGUS_ADD_OPERATION(ewise_mult);
        MERGUS_ADD_OPERATION(reduce_rows);
        MERGUS_ADD_OPERATION(reduce_scalar);
        MERGUS_ADD_OPERATION(assign);
        MERGUS_ADD_OPERATION(assign_scalar);
        MERGUS_ADD_OPERATION(extract);
        MERGUS_ADD_OPERATION(mxv);
        MERGUS_ADD_OPERATION(vxm);
        MERGUS_ADD_OPERATION(kronecker);
        MERGUS_ADD_OPERATION(diag);
        MERGUS_ADD_OPERATION(extract_diag);
#undef MERGUS_ADD_OPERATION
    }
};

/// The function that a plugin exports, in the body of a source file.
#define MERGUS_EXPORT_BACKEND(BACKEND)                                                                       \
    extern "C" __attribute__((visibility("default"))) const mergus_backend* mergus_backend_entry(            \
        std::uint32_t, std::uint32_t) {                                                                      \
        static const mergus_backend table = mergus::core::PluginAdapter<BACKEND>::table();                   \
        return &table; /* the library compares the versions */                                               \
    }

} // namespace mergus::core
