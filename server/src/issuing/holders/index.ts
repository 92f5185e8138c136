/** Holders: the customers of partners, how they register and log in, and their sessions. */
import './events.ts'

export type { HoldersContext } from './context.ts'
export { type Holder, type HolderStatus, holderOwner } from './holder.ts'
export { authRoutes } from './routes.ts'
export { deleteOldRefreshTokens, holderOfToken } from './sessions.ts'
