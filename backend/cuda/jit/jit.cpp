/// \file jit.cpp
#include "jit.hpp"

#include "kernel_text.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>

namespace mergus::cuda {

namespace {

/// Appends a kernel file and the files that it includes, each once.
void append_file(std::string& text, std::string_view file, std::vector<std::string>& seen) {
    if (std::find(seen.begin(), seen.end(), file) != seen.end()) return;
    seen.emplace_back(file);
    text += "#line 1 \"" + std::string(file) + "\"\n";
    std::size_t number = 0;
    std::string_view rest = kernel_text(file);
    constexpr std::string_view include = "#include \"";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end);
        ++number;
        if (line.starts_with(include)) {
            line.remove_prefix(include.size());
            append_file(text, line.substr(0, line.find('"')), seen);
            text += "\n#line " + std::to_string(number + 1) + " \"" + std::string(file) + "\"\n";
        } else {
            text += line;
        }
    }
}

template <class Number>
std::string_view bytes_of(const Number& number) {
    return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::size_t mixed(std::size_t hash, std::string_view more) {
    return std::rotl(hash * 0x9e3779b97f4a7c15, 23) ^ std::hash<std::string_view>()(more);
}

} // namespace

Bindings::Bindings(const Bindings& other)
    : hash_(other.hash_), seen_(other.seen_), contract_(other.contract_) {
    key_.reserve(other.key_.size() + 256);
    key_ = other.key_;
    steps_.reserve(other.steps_.size() + 8);
    steps_ = other.steps_;
}

void Bindings::append(std::string_view text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    key_ += bytes_of(size);
    key_ += text;
}

/// Appends the index of an object in seen_. \return whether it is new, so that its content has to follow.
bool Bindings::append_index(const void* object) {
    const auto found = std::find(seen_.begin(), seen_.end(), object);
    key_ += bytes_of(static_cast<std::uint32_t>(found - seen_.begin()));
    if (found != seen_.end()) return false;
    seen_.push_back(object);
    return true;
}

void Bindings::append(const mergus_type* type) {
    if (!append_index(type) || type == nullptr) return;
    key_ += bytes_of(type->size);
    key_ += type->definition == nullptr ? '0' : '1';
    append(type->name);
    if (type->definition != nullptr) append(type->definition);
}

void Bindings::append(const mergus_op* op) {
    if (!append_index(op) || op == nullptr) return;
    if (op->callable == nullptr)
        throw Error(Code::not_implemented,
                    "operator '" + std::string(op->name) + "' is a function of the host, without a text");
    const bool has_text = op->code == MERGUS_OP_USER && op->text != nullptr;
    key_ += bytes_of(op->kind);
    key_ += bytes_of(op->convention);
    key_ += has_text ? '1' : '0';
    append(op->callable);
    for (const mergus_type* type : {op->x_type, op->y_type, op->z_type}) append(type);
    if (!has_text) return;
    append(op->name);
    append(op->text);
}

Bindings& Bindings::note(Step step, std::string_view name, const void* bytes) {
    if (key_.capacity() < 1024) key_.reserve(1024);
    const std::size_t begin = key_.size();
    key_ += static_cast<char>(step.what);
    append(name);
    step.size = static_cast<std::uint32_t>(name.size());
    step.begin = static_cast<std::uint32_t>(key_.size()) - step.size;
    // Unused types and operators are null, which is part of the key as well.
    for (const mergus_type* type : step.types) append(type);
    append(step.op);
    key_ += bytes_of(step.number);
    if (bytes != nullptr) {
        step.number = static_cast<std::int64_t>(key_.size());
        key_.append(static_cast<const char*>(bytes), step.types[0]->size);
    }
    hash_ = mixed(hash_, std::string_view(key_).substr(begin));
    steps_.push_back(step);
    return *this;
}

Bindings& Bindings::type(std::string_view alias, const mergus_type* type) {
    return note({.what = What::type, .types = {type}}, alias);
}
Bindings& Bindings::index(std::string_view alias, bool wide) {
    return note({.what = What::index, .number = wide}, alias);
}
Bindings& Bindings::constant(std::string_view name, std::int64_t value) {
    return note({.what = What::constant, .number = value}, name);
}
Bindings& Bindings::binary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                           const mergus_type* y_from, const mergus_type* z_to) {
    return note({.what = What::binary, .op = op, .types = {x_from, y_from, z_to}}, alias);
}
Bindings& Bindings::unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* z_to) {
    return note({.what = What::unary, .op = op, .types = {x_from, z_to}}, alias);
}
Bindings& Bindings::index_unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                                const mergus_type* z_to) {
    return note({.what = What::index_unary, .op = op, .types = {x_from, z_to}}, alias);
}
Bindings& Bindings::multiply(std::string_view alias, const mergus_op* op, const mergus_type* a_from,
                             const mergus_type* b_from) {
    return note({.what = What::multiply, .op = op, .types = {a_from, b_from}}, alias);
}
Bindings& Bindings::cast(std::string_view alias, const mergus_type* from, const mergus_type* to) {
    return note({.what = What::cast, .types = {from, to}}, alias);
}
Bindings& Bindings::truth(std::string_view alias, const mergus_type* mask, bool structure) {
    return note({.what = What::truth, .types = {mask}, .number = structure}, alias);
}
Bindings& Bindings::value(std::string_view alias, const mergus_type* type, const void* bytes) {
    return note({.what = What::value, .types = {type}}, alias, bytes);
}
Bindings& Bindings::line(std::string_view text) {
    return note({.what = What::line}, text);
}

BindingsText Bindings::text() const {
    BindingsText out;
    for (const Step& s : steps_) {
        const std::string_view name = std::string_view(key_).substr(s.begin, s.size);
        switch (s.what) {
        case What::type:
            out.type(name, s.types[0]);
            break;
        case What::index:
            out.index(name, s.number != 0);
            break;
        case What::constant:
            out.constant(name, s.number);
            break;
        case What::binary:
            out.binary(name, s.op, s.types[0], s.types[1], s.types[2]);
            break;
        case What::unary:
            out.unary(name, s.op, s.types[0], s.types[1]);
            break;
        case What::index_unary:
            out.index_unary(name, s.op, s.types[0], s.types[1]);
            break;
        case What::multiply:
            out.multiply(name, s.op, s.types[0], s.types[1]);
            break;
        case What::cast:
            out.cast(name, s.types[0], s.types[1]);
            break;
        case What::truth:
            out.truth(name, s.types[0], s.number != 0);
            break;
        case What::value:
            out.value(name, s.types[0], key_.data() + s.number);
            break;
        case What::line:
            out.line(name);
            break;
        }
    }
    return out;
}

Jit::Names Jit::names_of(std::string_view file, std::string_view entry, const Bindings& bindings) noexcept {
    const std::size_t hash = mixed(bindings.hash(), entry) + (bindings.contract() ? 1 : 0);
    return {file, entry, bindings.key(), bindings.contract(), hash};
}

KernelSource Jit::source_of(std::string_view file, std::string_view entry, const Bindings& bindings) {
    const BindingsText written = bindings.text();
    KernelSource source;
    source.entry = entry;
    source.text = "#line 1 \"operators.hpp\"\n";
    source.text += kernel_text("operators.hpp");
    source.text += "\n#line 1 \"bindings\"\n";
    source.text += written.text();
    std::vector<std::string> seen;
    append_file(source.text, file, seen);
    source.fmad = bindings.contract();
    source.standard = written.standard();
    return source;
}

void Jit::keep(const Names& names, const Kernel& kernel) {
    known_.emplace(Known{std::string(names.file), std::string(names.entry), std::string(names.key),
                         names.contract, names.hash},
                   &kernel);
}

const Kernel& Jit::kernel(std::string_view file, std::string_view entry, const Bindings& bindings) {
    const Names names = names_of(file, entry, bindings);
    if (const auto found = known_.find(names); found != known_.end()) return *found->second;
    Missing missing;
    missing.names.push_back(names);
    missing.sources.push_back(source_of(file, entry, bindings));
    missing.requests.push_back(nullptr);
    return *make(missing).front();
}

const Kernel* Jit::known(const KernelRequest& request) const {
    const auto found = known_.find(names_of(request.file, request.entry, request.bindings));
    return found == known_.end() ? nullptr : found->second;
}

const Kernel& Jit::kernel(const KernelRequest& request) {
    if (!request.make_bindings) return kernel(request.file, request.entry, request.bindings);
    const ByKey key{request.file, request.entry, request.key};
    if (const auto found = by_key_.find(key); found != by_key_.end()) return *found->second;
    const Kernel& made = kernel(request.file, request.entry, request.make_bindings());
    by_key_.emplace(key, &made);
    return made;
}

void Jit::compile(const KernelRequests& requests) {
    if (requests.empty()) return;
    Missing missing;
    for (const KernelRequest& r : requests) {
        const ByKey key{r.file, r.entry, r.key};
        if (r.make_bindings && by_key_.contains(key)) continue;
        const Bindings& bindings =
            r.make_bindings ? missing.made.emplace_back(r.make_bindings()) : r.bindings;
        const Names names = names_of(r.file, r.entry, bindings);
        if (const auto found = known_.find(names); found != known_.end()) {
            if (r.make_bindings) by_key_.emplace(key, found->second);
            continue;
        }
        missing.names.push_back(names);
        missing.sources.push_back(source_of(r.file, r.entry, bindings));
        missing.requests.push_back(r.make_bindings ? &r : nullptr);
    }
    if (!missing.names.empty()) static_cast<void>(make(missing));
}

std::vector<Kernel*> Jit::make(const Missing& missing) {
    std::vector<Kernel*> made = device_.kernels(missing.sources);
    for (std::size_t n = 0; n < missing.names.size(); ++n) {
        keep(missing.names[n], *made[n]);
        if (const KernelRequest* const r = missing.requests[n])
            by_key_.emplace(ByKey{r->file, r->entry, r->key}, made[n]);
    }
    return made;
}

} // namespace mergus::cuda
