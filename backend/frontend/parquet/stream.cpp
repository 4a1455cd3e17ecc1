/// \file stream.cpp
/// libmergus_parquet.so: columns of a Parquet file as a stream of Arrow. Batches are read one after the
/// other, so memory does not grow with the file, except by the pages of a row group that are open.
#include "files/parquet.hpp"

// Before Arrow's own declarations of the same structs, which their guards leave out.
#include <mergus/arrow.hpp>

#include <arrow/c/bridge.h>
#include <arrow/record_batch.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/properties.h>

#include <cerrno>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::int64_t batch_rows = 65536;
constexpr std::int64_t buffer_bytes = std::int64_t{1} << 20; // of each column

/// A column of lists or structs is stored as several.
void append_leaves(const parquet::arrow::SchemaField& field, std::vector<int>& leaves) {
    if (field.is_leaf()) leaves.push_back(field.column_index);
    for (const parquet::arrow::SchemaField& child : field.children) append_leaves(child, leaves);
}

/// Keeps the file open while its batches are read.
class Batches : public arrow::RecordBatchReader {
public:
    Batches(std::unique_ptr<parquet::arrow::FileReader> file,
            std::unique_ptr<arrow::RecordBatchReader> batches)
        : file_(std::move(file)), batches_(std::move(batches)) {}

    [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
    arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
        return batches_->ReadNext(batch);
    }

private:
    std::unique_ptr<parquet::arrow::FileReader> file_;
    std::unique_ptr<arrow::RecordBatchReader> batches_;
};

arrow::Status open(const char* file, const int* columns, int count, ArrowArrayStream* stream) {
    parquet::ReaderProperties reading = parquet::default_reader_properties();
    reading.enable_buffered_stream(); // instead of whole columns of a row group
    reading.set_buffer_size(buffer_bytes);
    parquet::ArrowReaderProperties decoding;
    decoding.set_batch_size(batch_rows);
    decoding.set_use_threads(true);
    decoding.set_pre_buffer(false); // it keeps what was read until the end
    parquet::arrow::FileReaderBuilder builder;
    ARROW_RETURN_NOT_OK(builder.OpenFile(file, false, reading));
    ARROW_ASSIGN_OR_RAISE(auto reader, builder.properties(decoding)->Build());

    const auto& fields = reader->manifest().schema_fields;
    std::vector<int> leaves;
    if (count < 0)
        for (const auto& field : fields) append_leaves(field, leaves);
    for (int k = 0; k < count; ++k) append_leaves(fields.at(static_cast<std::size_t>(columns[k])), leaves);
    // Without rows no column is opened, so one that Arrow cannot read disturbs only who asks for it.
    std::vector<int> groups(count < 0 ? 0 : static_cast<std::size_t>(reader->num_row_groups()));
    std::iota(groups.begin(), groups.end(), 0);
    ARROW_ASSIGN_OR_RAISE(auto batches, reader->GetRecordBatchReader(groups, leaves));
    return arrow::ExportRecordBatchReader(std::make_shared<Batches>(std::move(reader), std::move(batches)),
                                          stream);
}

} // namespace

extern "C" __attribute__((visibility("default"))) int mergus_parquet_stream(const char* file,
                                                                            const int* columns, int count,
                                                                            ArrowArrayStream* stream,
                                                                            const char** fault) {
    static thread_local std::string reason;
    int code = EIO;
    try {
        const arrow::Status status = open(file, columns, count, stream);
        if (status.ok()) return 0;
        if (status.IsOutOfMemory()) code = ENOMEM;
        reason = status.ToString();
    } catch (const std::bad_alloc&) {
        code = ENOMEM;
        reason = "not enough memory";
    } catch (const std::exception& error) { // of parquet
        reason = error.what();
    }
    *fault = reason.c_str();
    return code;
}
