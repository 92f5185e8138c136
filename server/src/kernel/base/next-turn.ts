/** Lets the event loop look at everything else that has come, in the middle of long work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
