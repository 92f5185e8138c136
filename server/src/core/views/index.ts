/** Saved views of lists: what a person chose to see, under a name, for oneself or for the whole team. */
import './tables.ts'

export { viewRoutes } from './staff-routes.ts'
