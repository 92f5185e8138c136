/** The use case that a commit's comment names; of other statements what they do to which table first. */
export function statementName(text: string): string {
  const useCase = /^\s*\/\* (.+?) \*\//.exec(text)?.[1]
  if (useCase !== undefined) return useCase
  const [, verb, table] = /\b(from|into|update)\s+"?([a-z_]+"?\."?[a-z_]+)/.exec(text) ?? []
  if (table !== undefined) return `${verb === 'from' ? 'read' : 'write'} ${table.replaceAll('"', '')}`
  return /^\s*(begin|commit|rollback|deallocate)/.exec(text)?.[1] ?? 'other'
}
