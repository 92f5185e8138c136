import type { Staff, StaffAuthor, StaffDirectory, StaffId } from '#core/access'
import { auditEntry, difference } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, decide, insert, ref, update, type Writer } from '#kernel/db/commit/commit.ts'
import type { ListName } from './lists.ts'
import { refuse } from './refusals.ts'
import {
  type SavedView,
  type SavedViewId,
  sharedMax,
  type ViewFields,
  viewsMax,
  viewsOfPersonMax,
} from './saved-view.ts'
import { countViews, findOwnView, findSharedView } from './store.ts'

export type ViewsContext = Writer & { clock: Clock; staff: Pick<StaffDirectory, 'find'> }
type Whose = { by: StaffAuthor; staff: Staff }

const taken = { one_view_of_a_name: () => refuse('view_name_taken', { field: 'name' }) }

/** Saves a view of one's own. */
export const saveView = (
  ctx: ViewsContext,
  { by, staff, list, fields }: Whose & { list: ListName; fields: ViewFields },
): Promise<SavedView> =>
  decide(async () => {
    const held = await countViews(ctx.db, staff, list)
    if (held.ownOfList >= viewsMax || held.own >= viewsOfPersonMax)
      throw refuse('too_many_views', { max: viewsMax, all: viewsOfPersonMax })
    if (fields.shared) checkShared(held)
    const now = ctx.clock.now()
    const view = ref('view')
    const { kind: scope_kind, id: scope_id } = staff.scope
    const row = { staff_id: staff.id, scope_kind, scope_id, list, ...fields, created_at: now }
    const ids = await commit(
      ctx,
      now,
      [
        insert('views.saved', row, { as: view, onDuplicate: taken }),
        auditEntry(now, by, {
          action: 'viewSaved',
          owner: staff.scope,
          subject: { type: 'view', id: view },
          after: { list, shared: fields.shared },
        }),
      ],
      'save-view',
    )
    return { id: ids<SavedViewId>(view), version: 1, staffId: staff.id, list, ...fields, createdAt: now }
  })

type OfView = Whose & { id: SavedViewId }

/** Changes a view of one's own; what is left out stays. */
export const changeView = (
  ctx: ViewsContext,
  { by, staff, id, changes }: OfView & { changes: Partial<ViewFields> },
): Promise<SavedView> =>
  decide(async () => {
    const view = await requireView(ctx, staff, id)
    const { name, search, shared } = { ...view, ...changes }
    const fields = { name, search, shared }
    if (shared && !view.shared) checkShared(await countViews(ctx.db, staff, view.list))
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        update('views.saved', {
          set: { ...fields, version: view.version + 1 },
          where: { id, version: view.version },
          onDuplicate: taken,
        }),
        auditEntry(now, by, {
          action: 'viewChanged',
          owner: staff.scope,
          subject: { type: 'view', id },
          ...difference({ name: view.name, search: view.search, shared: view.shared }, fields, ['name', 'search']),
        }),
      ],
      'save-view',
    )
    return { ...view, ...fields, version: view.version + 1 }
  })

/**
 * Removes a view of one's own, for those too with whom it was shared; and one that a colleague has left behind, by a
 * person who may change the staff.
 */
export const removeView = (
  ctx: ViewsContext,
  { by, staff, id, mayClear }: OfView & { mayClear: boolean },
): Promise<void> =>
  decide(async () => {
    const left = mayClear ? await leftBehind(ctx, staff, id) : undefined
    const { version, list } = left ?? (await requireView(ctx, staff, id))
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        update('views.saved', { set: { removed_at: now, version: version + 1 }, where: { id, version } }),
        auditEntry(now, by, {
          action: 'viewRemoved',
          owner: staff.scope,
          subject: { type: 'view', id },
          before: { list },
        }),
      ],
      'save-view',
    )
  })

function checkShared({ shared }: { shared: number }): void {
  if (shared >= sharedMax) throw refuse('too_many_shared_views', { field: 'shared', max: sharedMax })
}

/** A view that the organization shares and whose author has left it. */
async function leftBehind(ctx: ViewsContext, staff: Staff, id: SavedViewId): Promise<SavedView | undefined> {
  const view = await findSharedView(ctx.db, staff.scope, id)
  return view && !(await isHere(ctx, view.staffId)) ? view : undefined
}

/** Whether the author of a view is still one of the staff. */
export const isHere = async ({ staff }: Pick<ViewsContext, 'staff'>, id: StaffId): Promise<boolean> =>
  (await staff.find(id))?.active ?? false

async function requireView(ctx: ViewsContext, staff: Staff, id: SavedViewId): Promise<SavedView> {
  const view = await findOwnView(ctx.db, staff.id, id)
  if (!view) throw refuse('view_not_found', { field: 'viewId', id })
  return view
}
