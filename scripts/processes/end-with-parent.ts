// Loaded into every child of `start` before its own code: the channel closes when the parent ends, even when it is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep an idle child alive.
process.channel?.unref()
