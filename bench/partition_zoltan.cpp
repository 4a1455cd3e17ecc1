/// \file partition_zoltan.cpp
/// Hypergraph partitions by Zoltan's PHG.
#include "data_movement.hpp"

#include <mergus/error.hpp>

#include <zoltan.h>

#include <algorithm>
#include <string>

namespace mergus::bench {

namespace {

/// What the callbacks read: the rows of A are vertices, weighted by their products, and its columns nets.
struct Hypergraph {
    const HostCsr &a, &b;
};

const Hypergraph& hypergraph(void* data) {
    return *static_cast<const Hypergraph*>(data);
}

std::uint64_t length_of(const HostCsr& matrix, std::uint64_t row) {
    return matrix.ptr[row + 1] - matrix.ptr[row];
}

int vertex_count(void* data, int* error) {
    *error = ZOLTAN_OK;
    return static_cast<int>(hypergraph(data).a.nrows);
}

void list_vertices(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int, float* weights,
                   int* error) {
    const auto& [a, b] = hypergraph(data);
    for (std::uint64_t i = 0; i < a.nrows; ++i) {
        std::uint64_t products = 0;
        for (std::uint64_t e = a.ptr[i]; e < a.ptr[i + 1]; ++e) products += length_of(b, a.cols[e]);
        global[i] = local[i] = static_cast<ZOLTAN_ID_TYPE>(i);
        weights[i] = static_cast<float>(products);
    }
    *error = ZOLTAN_OK;
}

void sizes(void* data, int* lists, int* pins, int* format, int* error) {
    const auto& [a, b] = hypergraph(data);
    *lists = static_cast<int>(a.nrows);
    *pins = static_cast<int>(a.nvals());
    *format = ZOLTAN_COMPRESSED_VERTEX;
    *error = ZOLTAN_OK;
}

void list_pins(void* data, int, int, int, int, ZOLTAN_ID_PTR vertices, int* begins, ZOLTAN_ID_PTR nets,
               int* error) {
    const auto& [a, b] = hypergraph(data);
    for (std::uint64_t i = 0; i < a.nrows; ++i) {
        vertices[i] = static_cast<ZOLTAN_ID_TYPE>(i);
        begins[i] = static_cast<int>(a.ptr[i]);
    }
    std::copy(a.cols.begin(), a.cols.end(), nets);
    *error = ZOLTAN_OK;
}

void count_net_weights(void* data, int* count, int* error) {
    *count = static_cast<int>(hypergraph(data).b.nrows);
    *error = ZOLTAN_OK;
}

void list_net_weights(void* data, int, int, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local,
                      float* weights, int* error) {
    const auto& [a, b] = hypergraph(data);
    for (std::uint64_t k = 0; k < b.nrows; ++k) {
        global[k] = local[k] = static_cast<ZOLTAN_ID_TYPE>(k);
        weights[k] = static_cast<float>(length_of(b, k));
    }
    *error = ZOLTAN_OK;
}

void require(int status, const char* what) {
    if (status != ZOLTAN_OK && status != ZOLTAN_WARN)
        throw Error(Code::panic, std::string("Zoltan failed: ") + what);
}

} // namespace

std::optional<Order> partitioned_rows(const HostCsr& a, const HostCsr& b, unsigned parts) {
    constexpr std::uint64_t most = 5'000'000; // about a minute; Zoltan's numbers are ints
    if (a.nvals() > most || a.nrows > most || b.nrows > most) return std::nullopt;
    float version = 0;
    require(Zoltan_Initialize(0, nullptr, &version), "initialize");
    Hypergraph graph{a, b};
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_SELF);
    const std::string count = std::to_string(parts);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"DEBUG_LEVEL", "0"},
                                                                    {"LB_METHOD", "HYPERGRAPH"},
                                                                    {"HYPERGRAPH_PACKAGE", "PHG"},
                                                                    {"LB_APPROACH", "PARTITION"},
                                                                    {"NUM_GID_ENTRIES", "1"},
                                                                    {"NUM_LID_ENTRIES", "1"},
                                                                    {"OBJ_WEIGHT_DIM", "1"},
                                                                    {"EDGE_WEIGHT_DIM", "1"},
                                                                    {"NUM_GLOBAL_PARTS", count.c_str()},
                                                                    {"RETURN_LISTS", "PARTS"},
                                                                    {"SEED", "1"}})
        require(Zoltan_Set_Param(zoltan, name, value), name);
    Zoltan_Set_Num_Obj_Fn(zoltan, vertex_count, &graph);
    Zoltan_Set_Obj_List_Fn(zoltan, list_vertices, &graph);
    Zoltan_Set_HG_Size_CS_Fn(zoltan, sizes, &graph);
    Zoltan_Set_HG_CS_Fn(zoltan, list_pins, &graph);
    Zoltan_Set_HG_Size_Edge_Wts_Fn(zoltan, count_net_weights, &graph);
    Zoltan_Set_HG_Edge_Wts_Fn(zoltan, list_net_weights, &graph);
    int changes = 0, global_entries = 0, local_entries = 0, imported = 0, exported = 0;
    ZOLTAN_ID_PTR import_global = nullptr, import_local = nullptr, global = nullptr, local = nullptr;
    int *import_process = nullptr, *import_part = nullptr, *process = nullptr, *part = nullptr;
    require(Zoltan_LB_Partition(zoltan, &changes, &global_entries, &local_entries, &imported, &import_global,
                                &import_local, &import_process, &import_part, &exported, &global, &local,
                                &process, &part),
            "partition");
    std::vector<int> part_of(a.nrows, 0);
    for (int v = 0; v < exported; ++v) part_of[global[v]] = part[v];
    Zoltan_LB_Free_Part(&import_global, &import_local, &import_process, &import_part);
    Zoltan_LB_Free_Part(&global, &local, &process, &part);
    Zoltan_Destroy(&zoltan);
    Order order(a.nrows);
    for (std::uint64_t i = 0; i < a.nrows; ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return part_of[x] < part_of[y]; });
    return order;
}

} // namespace mergus::bench
