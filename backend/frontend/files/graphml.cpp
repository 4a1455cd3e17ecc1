/// \file graphml.cpp
/// Reads GraphML with expat, which is optional. Elements other than graph, node, edge, key and data are
/// skipped.
#include "edge_collector.hpp"
#include "input.hpp"
#include "memory_errors.hpp"

#include <mergus/error.hpp>
#include <mergus/graph_formats.hpp>

#include <fmt/format.h>

#include <set>

#ifdef MERGUS_WITH_EXPAT
#include <expat.h>
#endif

namespace mergus {

#ifdef MERGUS_WITH_EXPAT

namespace core {

namespace {

/// Reads the elements as the parser finds them. No exception may leave a function that expat calls, so faults
/// stop the parser.
class GraphmlReader {
public:
    GraphmlReader(InputFile& file, const std::string& weight)
        : file_(file), weight_(weight), parser_(XML_ParserCreateNS(nullptr, '\n'), XML_ParserFree) {
        if (parser_ == nullptr) throw std::bad_alloc();
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), guarded_start, guarded_end);
        XML_SetCharacterDataHandler(parser_.get(), guarded_text);
    }

    NamedEdges run() {
        std::vector<char> buffer(peeked_bytes);
        for (bool last = false; !last;) {
            const std::size_t count = file_.read(buffer.data(), buffer.size());
            last = count < buffer.size();
            if (file_.fault())
                throw_parse_error(file_.name(), line(), file_.fault()->expected, file_.fault()->found);
            const bool parsed = XML_Parse(parser_.get(), buffer.data(), static_cast<int>(count), last) != 0;
            if (failure_) std::rethrow_exception(failure_);
            if (!parsed) fail("XML", XML_ErrorString(XML_GetErrorCode(parser_.get())));
        }
        if (!seen_graph_) fail("a graph", "the end of the file");
        return edges_.finish(directed_);
    }

private:
    static std::string_view local(const char* name) {
        const std::string_view whole(name);
        return whole.substr(whole.rfind('\n') + 1); // npos + 1 is 0
    }
    static std::string_view attribute(const char** attributes, std::string_view name) {
        for (; *attributes != nullptr; attributes += 2)
            if (name == attributes[0]) return attributes[1];
        return {};
    }
    template <class Call>
    static void guarded(void* self, const Call& call) {
        auto& reader = *static_cast<GraphmlReader*>(self);
        if (reader.failure_) return;
        try {
            call(reader);
        } catch (...) {
            reader.failure_ = std::current_exception();
            XML_StopParser(reader.parser_.get(), XML_FALSE);
        }
    }
    static void guarded_start(void* self, const char* name, const char** attributes) {
        guarded(self, [&](GraphmlReader& reader) { reader.start(local(name), attributes); });
    }
    static void guarded_end(void* self, const char* name) {
        guarded(self, [&](GraphmlReader& reader) { reader.end(local(name)); });
    }
    static void guarded_text(void* self, const char* text, int count) {
        guarded(self, [&](GraphmlReader& reader) {
            if (reader.in_weight_) reader.value_.append(text, static_cast<std::size_t>(count));
        });
    }

    [[nodiscard]] std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw_parse_error(
            file_.name(), line(), expected,
            fmt::format("{} (column {})", found, XML_GetCurrentColumnNumber(parser_.get()) + 1));
    }

    void start(std::string_view name, const char** attributes) {
        if (name == "graph") {
            if (seen_graph_) fail("one graph", "another one");
            seen_graph_ = true;
            directed_ = attribute(attributes, "edgedefault") != "undirected";
        } else if (name == "hyperedge") {
            fail("edges between two nodes", "a hyperedge");
        } else if (name == "key") {
            const auto domain = attribute(attributes, "for");
            if (attribute(attributes, "attr.name") == weight_ &&
                (domain == "edge" || domain == "all" || domain.empty()))
                weight_keys_.emplace(attribute(attributes, "id"));
        } else if (name == "node") {
            const auto id = attribute(attributes, "id");
            if (id.empty()) fail("a node with an id", "one without");
            edges_.vertex(id);
        } else if (name == "edge") {
            in_edge_ = true;
            value_.clear();
            source_ = attribute(attributes, "source");
            target_ = attribute(attributes, "target");
            const auto kind = attribute(attributes, "directed");
            if (!kind.empty() && (kind == "true") != directed_)
                fail("edges of one kind", "directed and undirected ones");
        } else if (name == "data" && in_edge_) {
            in_weight_ = weight_keys_.contains(std::string(attribute(attributes, "key")));
        }
    }

    void end(std::string_view name) {
        if (name == "data") in_weight_ = false;
        if (name != "edge") return;
        in_edge_ = false;
        const std::uint64_t known = edges_.vertices();
        const std::uint64_t source = edges_.vertex(source_);
        const std::uint64_t target = edges_.vertex(target_);
        if (edges_.vertices() != known)
            fail("an edge between nodes of the file", fmt::format("one from '{}' to '{}'", source_, target_));
        const std::size_t first = value_.find_first_not_of(" \t\r\n");
        const std::size_t last = value_.find_last_not_of(" \t\r\n");
        const std::string weight = first == value_.npos ? "" : value_.substr(first, last - first + 1);
        if (!edges_.add(source, target, weight))
            fail("a weight, a number in the range of a double", fmt::format("'{}'", weight));
    }

    InputFile& file_;
    const std::string& weight_;
    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser_;
    std::exception_ptr failure_;
    EdgeCollector edges_;
    std::set<std::string> weight_keys_;
    std::string source_;
    std::string target_;
    std::string value_;
    bool directed_ = true;
    bool seen_graph_ = false;
    bool in_edge_ = false;
    bool in_weight_ = false;
};

} // namespace

} // namespace core

NamedEdges read_graphml(const std::filesystem::path& file, const std::string& weight) {
    return core::with_memory_errors(file.string(), [&] {
        core::InputFile input(file);
        return core::GraphmlReader(input, weight).run();
    });
}

#else

NamedEdges read_graphml(const std::filesystem::path& file, const std::string& /*weight*/) {
    throw Error(Code::not_implemented,
                fmt::format("{}: this library was built without expat, which reads GraphML", file.string()));
}

#endif

} // namespace mergus
