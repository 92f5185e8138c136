const roles = ['api', 'pages', 'worker'] as const

/** What a process does: the interfaces for programs, the pages for people, or the due work. */
export type Role = (typeof roles)[number]

/** Reads a list of roles, separated by commas; says what is wrong with it for the person who configures. */
export function readRoles(text: string): { known: readonly Role[] } | { problem: string } {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const unknown = words.filter((word) => !(roles as readonly string[]).includes(word))
  if (unknown.length > 0) return { problem: `unknown ${unknown.join(', ')}; known are ${roles.join(', ')}` }
  if (words.length === 0) return { problem: `a process needs at least one of ${roles.join(', ')}` }
  return { known: roles.filter((role) => words.includes(role)) }
}
