import { z } from 'zod'
import { authorOf, reasonField, type StaffCaller, type StaffId, type StaffRoute, staffRoute } from '#core/access'
import { id, oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { isPermitted } from '#kernel/http/route.ts'
import { lists } from './lists.ts'
import { changeView, isHere, removeView, saveView, type ViewsContext } from './save-view.ts'
import type { SavedView, SavedViewId } from './saved-view.ts'
import { viewsFor } from './store.ts'

const viewShape = z.strictObject({
  id: z.string(),
  list: z.enum(lists),
  name: z.string(),
  search: z.string().meta({ description: 'Filters, columns and order, as the address of the list says them.' }),
  shared: z.boolean().meta({ description: 'The colleagues see it too.' }),
  own: z.boolean().meta({ description: 'Whether it can be changed by who asks.' }),
  removable: z.boolean().meta({
    description:
      'Whether it can be removed by who asks: it is theirs, or it was left behind and they may change the staff.',
  }),
  createdAt: momentShape,
})

const about = { group: 'Saved views', caller: 'staffToken' } as const
const params = z.object({ viewId: id<SavedViewId>('the id of a saved view') })
const listField = oneOf(lists, { what: 'the name of a list of the dashboard, such as payments' })
const fields = {
  name: text({ max: 60, prose: true, what: 'a name' }),
  search: text({ min: 0, max: 2_000, prose: true, what: 'what the address of the list says behind the question mark' }),
  shared: trueOrFalse(),
}

/** One's own views of the lists of the dashboard, and those that colleagues share. */
export const viewRoutes = (ctx: ViewsContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    path: '/saved-views',
    operationId: 'listSavedViews',
    summary: 'My views of a list, and those that my colleagues share',
    query: z.object({ list: listField }),
    reply: z.strictObject({ data: z.array(viewShape) }),
    run: async ({ caller, query }) => {
      const views = await viewsFor(ctx.db, caller.staff, query.list)
      const others = new Set(views.map(({ staffId }) => staffId).filter((id) => id !== caller.staff.id))
      const left = mayClear(caller) ? await goneOf(ctx, [...others]) : []
      return { data: views.map((view) => recordOf(view, caller, left.includes(view.staffId))) }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/saved-views',
    operationId: 'saveView',
    summary: 'Save what I see of a list under a name',
    status: 201,
    body: z.object({ list: listField, ...fields, ...reasonField }),
    reply: viewShape,
    run: async (call) => {
      const { list, name, search, shared } = call.body
      const input = { by: authorOf(call), staff: call.caller.staff, list, fields: { name, search, shared } }
      return recordOf(await saveView(ctx, input), call.caller)
    },
  }),
  staffRoute({
    ...about,
    method: 'PATCH',
    path: '/saved-views/:viewId',
    operationId: 'changeView',
    summary: 'Change a view of mine; what is left out stays as it is',
    params,
    body: z.object({
      name: optional(fields.name),
      search: optional(fields.search),
      shared: optional(fields.shared),
      ...reasonField,
    }),
    reply: viewShape,
    run: async (call) => {
      const { reason: _, ...sent } = call.body
      const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
      const input = { by: authorOf(call), staff: call.caller.staff, id: call.params.viewId, changes }
      return recordOf(await changeView(ctx, input), call.caller)
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/saved-views/:viewId/remove',
    operationId: 'removeView',
    summary: 'Remove a view of mine, or one that somebody who has left shared with us',
    about: 'What others have left behind needs the permission staff:change.',
    params,
    body: z.object(reasonField),
    status: 204,
    reply: z.undefined(),
    run: async (call) => {
      const { caller, params } = call
      const input = { by: authorOf(call), staff: caller.staff, id: params.viewId, mayClear: mayClear(caller) }
      await removeView(ctx, input)
      return undefined
    },
  }),
]

const mayClear = ({ permissions }: StaffCaller): boolean => isPermitted(permissions, 'staff:change')

/** Those of the authors who have left. */
async function goneOf(ctx: ViewsContext, authors: readonly StaffId[]): Promise<StaffId[]> {
  const here = await Promise.all(authors.map((id) => isHere(ctx, id)))
  return authors.filter((_, nth) => !here[nth])
}

const recordOf = (
  { id: viewId, staffId, list, name, search, shared, createdAt }: SavedView,
  { staff }: StaffCaller,
  isLeftBehind = false,
): z.output<typeof viewShape> => ({
  id: String(viewId),
  list,
  name,
  search,
  shared,
  own: staffId === staff.id,
  removable: staffId === staff.id || isLeftBehind,
  createdAt: momentText(createdAt),
})
