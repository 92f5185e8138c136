import type { StaffId, StaffScope } from '#core/access'
import type { Reader } from '#kernel/db/db.ts'
import type { SavedView, SavedViewId } from './saved-view.ts'

const views = (db: Reader) =>
  db.read
    .selectFrom('views.saved')
    .select(['id', 'version', 'staff_id as staffId', 'list', 'name', 'search', 'shared', 'created_at as createdAt'])
    .where('removed_at', 'is', null)

type Whose = { id: StaffId; scope: StaffScope }

/** A person's own views of a list, and those that colleagues share; the oldest first, as tabs stand. */
export async function viewsFor(db: Reader, { id, scope }: Whose, list: string): Promise<SavedView[]> {
  const [own, shared] = await Promise.all([
    ownViews(db, id, list),
    views(db)
      .where('scope_kind', '=', scope.kind)
      .where('scope_id', '=', scope.id)
      .where('list', '=', list)
      .where('shared', '=', true)
      .where('staff_id', '<>', id)
      .orderBy('id')
      .limit(sharedMax)
      .execute(),
  ])
  return [...own, ...shared]
}
const sharedMax = 200

export const ownViews = (db: Reader, id: StaffId, list: string): Promise<SavedView[]> =>
  views(db).where('staff_id', '=', id).where('list', '=', list).orderBy('id').execute()

/** The view, when it is this person's own. */
export const findOwnView = (db: Reader, staffId: StaffId, id: SavedViewId): Promise<SavedView | undefined> =>
  views(db).where('id', '=', id).where('staff_id', '=', staffId).executeTakeFirst()
