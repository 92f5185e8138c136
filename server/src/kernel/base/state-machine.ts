/** `table[status][action]` is the next status. What is not in the table cannot happen. */
export function stateMachine<const T extends { readonly [S in keyof T]: Readonly<Record<string, keyof T & string>> }>(
  initial: keyof T & string,
  table: T,
) {
  type Status = keyof T & string
  type Action = { [S in keyof T]: keyof T[S] & string }[keyof T]
  const statuses = Object.keys(table) as Status[]
  const edges = statuses.flatMap((from) =>
    Object.entries<Status>(table[from]).map(([action, to]) => ({ from, action: action as Action, to })),
  )
  return {
    initial,
    statuses,
    edges,
    next: (from: Status, action: Action): Status | undefined =>
      Object.hasOwn(table[from], action) ? (table[from] as Record<string, Status>)[action] : undefined,
    /** The statuses an action may start from: used by the use case, and by the page that shows the button. */
    startsOf: (action: Action): Status[] => edges.filter((edge) => edge.action === action).map((edge) => edge.from),
    isFinal: (status: Status): boolean => Object.keys(table[status]).length === 0,
    toMermaid: (): string =>
      ['stateDiagram-v2', `  [*] --> ${initial}`, ...edges.map((e) => `  ${e.from} --> ${e.to}: ${e.action}`)].join(
        '\n',
      ),
  }
}

export type StatusOf<M extends { statuses: readonly unknown[] }> = M['statuses'][number]
export type ActionOf<M extends { edges: readonly { action: unknown }[] }> = M['edges'][number]['action']

/** Any of our machines, for the laws that hold for all of them. */
export type AnyMachine = {
  initial: string
  statuses: readonly string[]
  edges: readonly { from: string; action: string; to: string }[]
  next(from: string, action: string): string | undefined
  isFinal(status: string): boolean
  toMermaid(): string
}
