/// \file attendant.hpp
/// A thread that looks for messages while its rank computes.
#pragma once

#include <functional>
#include <memory>

namespace mergus::blocks {

class Attendant {
public:
    /// \param look handles messages; returns whether to call it again without a rest. Throws nothing.
    explicit Attendant(std::function<bool()> look);
    Attendant(const Attendant&) = delete;
    Attendant& operator=(const Attendant&) = delete;
    /// Waits for a call of `look` that runs.
    ~Attendant();

    /// The thread calls `look` from now on. If the thread cannot be started, `look` is never called.
    void resume();
    /// The thread does not call `look` any more, and a call that runs has ended: outside of calls of the
    /// library the program may use MPI itself.
    void pause();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace mergus::blocks
