/** One line that changes while a command runs, where a person sees it; an empty text removes it. */
export const showProgress = (text: string): boolean => process.stderr.isTTY && process.stderr.write(`\r${text}\u001b[K`)
