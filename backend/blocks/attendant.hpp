/// \file attendant.hpp
/// A thread that looks for messages while its rank computes.
#pragma once

#include <functional>
#include <memory>

namespace mergus::blocks {

class Attendant {
public:
    /// \param look whether to look again at once. Throws nothing.
    explicit Attendant(std::function<bool()> look);
    Attendant(const Attendant&) = delete;
    Attendant& operator=(const Attendant&) = delete;
    /// Waits for the running look.
    ~Attendant();

    /// Lets the thread look from now on. Where it cannot be started nobody looks.
    void resume();
    /// Waits for the running look: outside of calls the program may use what the thread looks at, such as
    /// MPI.
    void pause();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace mergus::blocks
