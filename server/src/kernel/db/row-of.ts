/** The row that a query returns, of a function that makes the query for a reader. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of the function do not matter.
export type RowOf<Query extends (...parameters: any) => { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Query>['executeTakeFirstOrThrow']>
>
