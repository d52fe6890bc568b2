// Permissions of the files that we create, before the umask.
#pragma once

namespace dplda {

// What is a function of private documents is its owner's alone.
inline constexpr unsigned kOwnerOnly = 0600;
// What is made to be handed out is everybody's.
inline constexpr unsigned kEverybody = 0666;

}  // namespace dplda
