// Loaded into every child of `start` before its own code: when the parent is gone, even killed, the channel to it closes.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// It must not keep a child alive that has nothing else to do.
process.channel?.unref()
