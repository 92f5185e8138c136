import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../../api/client.ts'
import { type Texts, useTexts } from '../../i18n/language.tsx'

export type View = Entry<'listSavedViews'>
/** The lists of which views are saved, as the server knows them (server/src/core/views/lists.ts). */
export type ListName = View['list']
export type ViewFields = Pick<View, 'name' | 'search' | 'shared'>

const reasons: Texts<{ saved: string }> = {
  en: { saved: 'Saved in the list.' },
  ro: { saved: 'Salvată din listă.' },
}

/** The saved views of a list. What is changed is shown at once, and as it was again if the server refuses it. */
export function useViews(list: ListName) {
  const queries = useQueryClient()
  const { saved: reason } = useTexts(reasons)
  const key = ['views', list]
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await bodyOf(api.GET('/saved-views', { params: { query: { list } } }))).data,
    staleTime: 60_000,
  })
  const shown = (change: (views: readonly View[]) => readonly View[]) => {
    const before = queries.getQueryData<readonly View[]>(key)
    queries.setQueryData<readonly View[]>(key, (views) => views && change(views))
    return { before }
  }
  const putBack = (_error: Error, _input: unknown, context: { before?: readonly View[] | undefined } | undefined) =>
    queries.setQueryData(key, context?.before)
  const onSettled = () => queries.invalidateQueries({ queryKey: key })
  const changing = useMutation({
    mutationFn: ({ id, ...changes }: { id: string } & Partial<ViewFields>) =>
      bodyOf(
        api.PATCH('/saved-views/{viewId}', { params: { path: { viewId: Number(id) } }, body: { ...changes, reason } }),
      ),
    onMutate: ({ id, ...changes }) =>
      shown((views) => views.map((view) => (view.id === id ? { ...view, ...changes } : view))),
    onError: putBack,
    onSettled,
  })
  const removing = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      bodyOf(api.POST('/saved-views/{viewId}/remove', { params: { path: { viewId: Number(id) } }, body: { reason } })),
    onMutate: ({ id }) => shown((views) => views.filter((view) => view.id !== id)),
    onError: putBack,
    onSettled,
  })
  return {
    views: data ?? none,
    save: (fields: ViewFields) => bodyOf(api.POST('/saved-views', { body: { list, ...fields, reason } })),
    change: changing.mutate,
    remove: removing.mutate,
    error: changing.error ?? removing.error,
  }
}
const none: readonly View[] = []
