/**
 * One child process: how it is launched, its three pipes, and the proof that nothing of it still runs. Nothing here
 * makes or removes a home, and only {@link dev.olp.isolation.process.Spawner} starts a process.
 */
@NullMarked
package dev.olp.isolation.process;

import org.jspecify.annotations.NullMarked;
