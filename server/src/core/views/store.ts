import type { StaffId, StaffScope } from '#core/access'
import type { Reader } from '#kernel/db/db.ts'
import type { ListName } from './lists.ts'
import { type SavedView, type SavedViewId, sharedMax, viewsOfPersonMax } from './saved-view.ts'

const views = (db: Reader) =>
  db.read
    .selectFrom('views.saved')
    .select(['id', 'version', 'staff_id as staffId', 'list', 'name', 'search', 'shared', 'created_at as createdAt'])
    .where('removed_at', 'is', null)

type Whose = { id: StaffId; scope: StaffScope }

/** A person's own views of a list, and those that colleagues share; the oldest first, as tabs stand. */
export async function viewsFor(db: Reader, { id, scope }: Whose, list: ListName): Promise<SavedView[]> {
  const [own, shared] = await Promise.all([
    ownViews(db, id, list),
    views(db)
      .where('scope_kind', '=', scope.kind)
      .where('scope_id', '=', scope.id)
      .where('list', '=', list)
      .where('shared', '=', true)
      .where('staff_id', '<>', id)
      .orderBy('id')
      .limit(sharedShownMax)
      .execute(),
  ])
  return [...own, ...shared]
}
/** More than may be shared, so that none is left out. */
const sharedShownMax = 2 * sharedMax

/** How many views a person has, of the list and in all, and how many the person's organization shares of the list. */
export async function countViews(
  db: Reader,
  { id, scope }: Whose,
  list: ListName,
): Promise<{ own: number; ownOfList: number; shared: number }> {
  const [own, shared] = await Promise.all([
    views(db).clearSelect().select('list').where('staff_id', '=', id).limit(viewsOfPersonMax).execute(),
    views(db)
      .clearSelect()
      .select('id')
      .where('scope_kind', '=', scope.kind)
      .where('scope_id', '=', scope.id)
      .where('list', '=', list)
      .where('shared', '=', true)
      .limit(sharedMax)
      .execute(),
  ])
  return {
    own: own.length,
    ownOfList: own.filter((view) => view.list === list).length,
    shared: shared.length,
  }
}

const ownViews = (db: Reader, id: StaffId, list: ListName): Promise<SavedView[]> =>
  views(db).where('staff_id', '=', id).where('list', '=', list).orderBy('id').execute()

/** The view, when it is one that this organization shares. */
export const findSharedView = (db: Reader, scope: StaffScope, id: SavedViewId): Promise<SavedView | undefined> =>
  views(db)
    .where('id', '=', id)
    .where('scope_kind', '=', scope.kind)
    .where('scope_id', '=', scope.id)
    .where('shared', '=', true)
    .executeTakeFirst()

/** The view, when it is this person's own. */
export const findOwnView = (db: Reader, staffId: StaffId, id: SavedViewId): Promise<SavedView | undefined> =>
  views(db).where('id', '=', id).where('staff_id', '=', staffId).executeTakeFirst()
