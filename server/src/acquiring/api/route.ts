import { z } from 'zod'
import type { Author, MerchantId, SiteId } from '#core/directory'
import type { NumberText } from '#kernel/base/json.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { Access, RouteAt } from '#kernel/http/route.ts'

declare module '#kernel/http/route.ts' {
  interface CallerKinds {
    /** A store, with the private key of a site. */
    site: 'permitted'
  }
}

/** Called with the private key of a site. */
export type SiteAccess = Extract<Access, { caller: 'site' }>

/**
 * A route of the merchant interface, as a value: what it reads, what it replies and what it does. The surface that
 * mounts it knows the dialect (keys, bodies, envelopes, error numbers); the same value makes the OpenAPI document, so
 * neither can say something that the other does not do.
 */
export type ApiRoute = RouteAt &
  SiteAccess & {
    /** The heading of the reference page under which it stands. */
    group: string
    /** One line for people. */
    summary: string
    /** What they have to know besides. */
    about: string | undefined
    /** What is not named in these is ignored; what is wrong is refused by name. */
    params: z.ZodObject
    query: z.ZodObject
    body: z.ZodObject | undefined
    /** The `data` of the envelope; of a list, one entry of it. */
    data: z.ZodType
    /** The largest body in bytes, where the usual one of the interface is too small. */
    bodyBytesMax?: number
    /** A list has `pagination` beside `data`. */
    list: boolean
    /** Of the answer when all goes well. */
    status: 200 | 201
    /** Other ways to answer: 202 when the outcome is not known yet, 402 when the payment failed. */
    also: readonly (202 | 402)[]
    /** Where a search with this list's filters is kept, to be requested with `searchId`. */
    searchPath: string | undefined
    run(call: ApiCall<unknown, unknown, unknown>): Promise<ApiResult<unknown>>
    /** What to answer a repeated Idempotency-Key when the first answer got lost: how the thing stands. */
    recover:
      | ((caller: ApiCaller, subjectId: bigint, resultId: string | undefined) => Promise<ApiResult<unknown>>)
      | undefined
  }
export type ApiMethod = RouteAt['method']

/** Whose key was sent. A key sees its own site and no other, also of the same merchant. */
export type ApiCaller = {
  siteId: SiteId
  merchantId: MerchantId
  /** Of the site: dates without a time or an offset are read in it. */
  timeZone: string
  /** As the audit names the key and its address. */
  by: Author
}

export type ApiCall<Params, Query, Body> = {
  caller: ApiCaller
  params: Params
  query: Query
  body: Body
  /** The fields of the body as they came, unchecked. */
  sent: Readonly<Record<string, unknown>>
  ip: string
  requestId: string
  /**
   * To be part of the first commit of the work, with the id of what it is about, and of what the commit begins where the
   * reply is about that: the key of an `Idempotency-Key` request and its effect are written together. Nothing for a
   * request without a key.
   */
  once(subjectId: bigint | Ref, resultId?: bigint | string | Ref): Write[]
}

export type ApiResult<Data> = {
  data: Data
  /** Only where the route names it in `also`. */
  status?: 202 | 402
  /** Why the payment failed. */
  errors?: readonly ApiError[]
  pagination?: Pagination
}

/** One entry of `error` and `errors` (wire fact 2.4). */
export type ApiError = { code: number; message: string; type: 'Exception' | 'Validation'; reason: string }

/** All five numbers are always there: clients walk through the pages by them. */
export type Pagination = {
  /** From 1. */
  currentPageNumber: number
  totalItemCount: number
  itemCountPerPage: number
  currentItemCount: number
  pageCount: number
}

/** What the run of a route is written with; everything has its type from the route's own schemas. */
type Spec<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Data extends z.ZodType,
  Result,
> = Pick<ApiRoute, 'method' | 'path' | 'permission' | 'group' | 'summary'> &
  Partial<Pick<ApiRoute, 'about' | 'status' | 'also' | 'bodyBytesMax'>> & {
    params?: Params
    query?: Query
    body?: Body
    data: Data
    run(call: ApiCall<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<ApiResult<Result>>
    recover?(caller: ApiCaller, subjectId: bigint, resultId: string | undefined): Promise<ApiResult<Result>>
  }

type None = z.ZodObject<Record<never, never>>
const nothing: None = z.object({})

/** A route whose `data` is one thing. */
export function apiRoute<
  Data extends z.ZodType,
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
  Body extends z.ZodObject = None,
>(spec: Spec<Params, Query, Body, Data, Written<z.output<Data>>>): ApiRoute {
  return { ...defaults, ...(spec as unknown as ApiRoute), list: false }
}

/** A route whose `data` is a page of things, each as `data` says; the query should begin with `pageQuery`. */
export function apiList<
  Data extends z.ZodType,
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
  Body extends z.ZodObject = None,
>(spec: Spec<Params, Query, Body, Data, readonly Written<z.output<Data>>[]> & { searchPath?: string }): ApiRoute {
  return { ...defaults, ...(spec as unknown as ApiRoute), list: true }
}

const defaults = {
  caller: 'site' as const,
  about: undefined,
  params: nothing,
  query: nothing,
  body: undefined,
  status: 200 as const,
  also: [],
  searchPath: undefined,
  recover: undefined,
}

/** What code returns for a schema: where readers see a number, it may be a bigint or keep its own digits. */
export type Written<T> = T extends number
  ? number | bigint | NumberText
  : T extends string | boolean | null | undefined
    ? T
    : T extends readonly (infer Entry)[]
      ? readonly Written<Entry>[]
      : T extends object
        ? { readonly [K in keyof T]: Written<T[K]> }
        : T
