import type { Scope, Search } from '../../urls.ts'

/** What the address says, with whose list it is: of a merchant's or a partner's pages it is theirs, for operators too. */
export const ofScope = <S extends Search>(scope: Scope, search: S) => ({
  ...(scope.kind === 'merchant' && { merchantId: scope.id }),
  ...(scope.kind === 'partner' && { partnerId: scope.id }),
  ...search,
})
