// vertex_list.cuh: vertices that a block collects in shared memory for a queue in device memory.
// Bindings: constant block_threads.

namespace mergus {

constexpr uint32_t list_vertices = 1024; // of a block

// Vertices that do not fit go to the queue at once. Count: the type of the queue's count.
template <class Count>
struct VertexList {
    uint32_t vertices[list_vertices];
    uint32_t count; // also those that did not fit
    Count first;

    __device__ __forceinline__ void push(uint32_t v, uint32_t* queue, Count* queue_count) {
        const uint32_t at = atomicAdd(&count, 1u);
        if (at < list_vertices)
            vertices[at] = v;
        else
            queue[atomicAdd(queue_count, Count(1))] = v;
    }
    // All threads of the block. Moves the list to the queue.
    __device__ __forceinline__ void flush(uint32_t* queue, Count* queue_count) {
        __syncthreads();
        const uint32_t listed = min_of(count, list_vertices);
        if (threadIdx.x == 0 && listed != 0) first = atomicAdd(queue_count, Count(listed));
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < listed; i += block_threads) queue[first + i] = vertices[i];
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
    }
};

} // namespace mergus
