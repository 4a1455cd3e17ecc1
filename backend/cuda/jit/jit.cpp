/// \file jit.cpp
#include "jit.hpp"

#include "compiler/kernel_text.hpp"

#include <mergus/error.hpp>

#include <algorithm>
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

} // namespace

bool KernelRequests::takes(const KernelRequest& request) const {
    return jit_ == nullptr || jit_->known(request) == nullptr;
}

void KernelRequests::push_back(KernelRequest&& request) {
    if (takes(request)) list_.push_back(std::move(request));
}

void KernelRequests::push_back(const KernelRequest& request) {
    if (takes(request)) list_.push_back(request);
}

KernelSource Jit::source_of(const Names& names) {
    const BindingsText written = names.bindings.text();
    KernelSource source;
    source.entry = names.entry;
    source.text = "#line 1 \"operators.hpp\"\n";
    source.text += kernel_text("operators.hpp");
    source.text += "\n#line 1 \"bindings\"\n";
    source.text += written.text();
    std::vector<std::string> seen;
    append_file(source.text, names.file, seen);
    source.fmad = names.bindings.contract();
    source.standard = written.standard();
    return source;
}

void Jit::keep(const Names& names, const Kernel& kernel) {
    known_.emplace(Known{names.file, names.entry, names.bindings, names.hash()}, &kernel);
}

const Kernel& Jit::kernel(const char* file, const char* entry, const Bindings& bindings) {
    const Names names{file, entry, bindings};
    if (const auto found = known_.find(names); found != known_.end()) return *found->second;
    Missing missing;
    missing.names.push_back(names);
    missing.sources.push_back(source_of(names));
    missing.requests.push_back(nullptr);
    return *make(missing).front();
}

const Kernel* Jit::known(const KernelRequest& request) const {
    if (request.make_bindings) {
        const auto found = by_key_.find({request.file, request.entry, request.key});
        return found == by_key_.end() ? nullptr : found->second;
    }
    const auto found = known_.find(Names{request.file, request.entry, request.bindings});
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
        const Names names{r.file, r.entry, bindings};
        if (const auto found = known_.find(names); found != known_.end()) {
            if (r.make_bindings) by_key_.emplace(key, found->second);
            continue;
        }
        missing.names.push_back(names);
        missing.sources.push_back(source_of(names));
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
