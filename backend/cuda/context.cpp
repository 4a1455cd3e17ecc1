/// \file context.cpp
#include "context.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace {

mergus::cuda::DeviceOptions device_options(const mergus_context_options& options) {
    mergus::cuda::DeviceOptions device;
    device.ordinal = std::max(options.device, -1);
    device.lend_stream = options.stream != nullptr;
    device.stream = options.stream;
    return device;
}

std::string_view text_of(const char* text) {
    return text == nullptr ? std::string_view{} : text;
}

/// MERGUS_CUDA_KEEP, for tests: what matrices keep. \throws Error invalid_value
void choose_keep(mergus_context& context, std::string_view text) {
    if (text != "on" && text != "off" && text != "all")
        throw mergus::Error(mergus::Code::invalid_value,
                            "MERGUS_CUDA_KEEP: '" + std::string(text) + "' is none of on, off, all");
    context.keeps = text != "off";
    context.keeps_all = text == "all";
}

} // namespace

mergus_context::mergus_context(const mergus_context_options& options)
    : allocator_{options.allocate, options.deallocate, options.allocator_arg}, device([&] {
          mergus::cuda::DeviceOptions own = device_options(options);
          if (options.allocate == nullptr) return own;
          own.allocator.user = &allocator_;
          own.allocator.allocate = [](void* user, std::size_t bytes, void* stream) {
              const auto* caller = static_cast<CallerAllocator*>(user);
              return caller->allocate(bytes, stream, caller->arg);
          };
          own.allocator.release = [](void* user, void* pointer, std::size_t bytes, void* stream) {
              const auto* caller = static_cast<CallerAllocator*>(user);
              caller->deallocate(pointer, bytes, stream, caller->arg);
          };
          return own;
      }()),
      jit(device), deterministic(options.deterministic != 0), keeps(options.keep_nothing == 0) {
    device.on_shortage([this] { return kept.release() + push.release() != 0; });
    if (const char* keep = std::getenv("MERGUS_CUDA_KEEP")) choose_keep(*this, keep);
    if (const char* names = std::getenv("MERGUS_CUDA_ACCUMULATORS"))
        accumulators = mergus::cuda::plan::Choice::parse(names);
    if (const char* method = std::getenv("MERGUS_CUDA_TRANSPOSE"))
        transposes = mergus::cuda::plan::parse_transpose(method);
    if (const char* method = std::getenv("MERGUS_CUDA_TRIANGLES"))
        triangles = mergus::cuda::plan::parse_triangles(method);
    if (const char* method = std::getenv("MERGUS_CUDA_BFS")) searches = mergus::cuda::plan::parse_bfs(method);
    if (const char* form = std::getenv("MERGUS_CUDA_STORAGE")) storage = mergus::cuda::parse_storage(form);
}

mergus::ShortRowsSize* mergus_context::short_rows_size() {
    if (short_rows_size_ == nullptr) {
        auto* const size =
            static_cast<mergus::ShortRowsSize*>(device.allocate_persistent(sizeof(mergus::ShortRowsSize)));
        device.fill(size, 0, sizeof(mergus::ShortRowsSize));
        short_rows_size_ = size;
    }
    return short_rows_size_;
}

mergus::RowTilesCounts* mergus_context::row_tiles_counts() {
    if (row_tiles_counts_ == nullptr) {
        auto* const counts =
            static_cast<mergus::RowTilesCounts*>(device.allocate_persistent(sizeof(mergus::RowTilesCounts)));
        device.fill(counts, 0, sizeof(mergus::RowTilesCounts));
        row_tiles_counts_ = counts;
    }
    return row_tiles_counts_;
}

mergus::CellsCounter* mergus_context::cells_counter() {
    if (cells_counter_ == nullptr) {
        auto* const counter =
            static_cast<mergus::CellsCounter*>(device.allocate_persistent(sizeof(mergus::CellsCounter)));
        device.fill(counter, 0, sizeof(mergus::CellsCounter));
        cells_counter_ = counter;
    }
    return cells_counter_;
}

const mergus_type* mergus_context::intern(const mergus_type* type) {
    for (const OwnType& known : types_)
        if (known.type.code == type->code && known.type.size == type->size &&
            known.name == text_of(type->name) && known.definition == text_of(type->definition))
            return &known.type;
    OwnType& own = types_.emplace_back(
        OwnType{std::string(text_of(type->name)), std::string(text_of(type->definition)), *type});
    own.type.name = own.name.c_str();
    own.type.definition = type->definition == nullptr ? nullptr : own.definition.c_str();
    return &own.type;
}
