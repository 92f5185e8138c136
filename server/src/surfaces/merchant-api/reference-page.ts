import type { ApiRoute } from '#kernel/api-route.ts'
export const referencePage = (routes: readonly ApiRoute[], publicUrl: string) => ({
  headers: {},
  body: `${routes.length}${publicUrl}`,
})
