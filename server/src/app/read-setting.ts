/** What was read, or undefined and a line about what is wrong with it. */
export function readSetting<T>(name: string, read: T | { problem: string }, problems: string[]): T | undefined {
  if (!isProblem(read)) return read
  problems.push(`${name}: ${read.problem}`)
  return undefined
}
const isProblem = (read: unknown): read is { problem: string } =>
  typeof read === 'object' && read !== null && 'problem' in read
