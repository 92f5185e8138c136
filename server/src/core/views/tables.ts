import type { Generated } from 'kysely'
import type { StaffId, StaffScope } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import type { ListName } from './lists.ts'
import type { SavedViewId } from './saved-view.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'views.saved': {
      id: Generated<SavedViewId>
      version: Generated<number>
      staff_id: StaffId
      scope_kind: StaffScope['kind']
      scope_id: string
      list: ListName
      name: string
      search: string
      shared: boolean
      created_at: Instant
      removed_at: Generated<Instant | null>
    }
  }
}
