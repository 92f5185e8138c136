import { type Html, raw } from '#kernel/http/html.ts'
import type { ProductId } from '../catalogue.ts'

/** A picture adds nothing to the name beside it, so it is hidden from assistive technology. */
const picture = (icon: string): Html =>
  raw(`<svg class="picture" viewBox="0 0 160 110" aria-hidden="true" focusable="false">
<ellipse class="plate" cx="80" cy="90" rx="66" ry="12"/>${icon}</svg>`)

/** Drawn by hand in flat colours that sit well on light and on dark. */
export const pictures: Readonly<Record<ProductId, Html>> = {
  boule: picture(`
<path d="M24 74c0-32 24-52 56-52s56 20 56 52c0 12-8 17-20 17H44c-12 0-20-5-20-17z" fill="#8a4f22"/>
<path d="M31 68c2-26 22-42 49-42 26 0 45 15 48 40-12-19-28-28-48-28-21 0-38 10-49 30z" fill="#b06a31"/>
<path d="M52 42c16 4 30 16 38 38M84 33c-14 8-26 24-30 46M108 46c-16 2-34 14-46 34" stroke="#f0d2a0" stroke-width="5" stroke-linecap="round" fill="none"/>
<path d="M40 84c24 4 56 4 80 0" stroke="#6d3a15" stroke-width="3" stroke-linecap="round" fill="none"/>`),
  croissant: picture(`
<path d="M18 82c-4-30 24-58 62-58s66 28 62 58c-1 9-13 11-18 4-9-14-24-22-44-22s-35 8-44 22c-5 7-17 5-18-4z" fill="#c98238"/>
<path d="M56 29c-3 12-3 24 2 38 6-2 14-3 22-3s16 1 22 3c5-14 5-26 2-38-7-3-15-5-24-5s-17 2-24 5z" fill="#e0a354"/>
<path d="M29 50c2 12 8 20 17 27 3-4 7-7 12-10-5-14-5-26-2-38-11 4-21 11-27 21zM131 50c-2 12-8 20-17 27-3-4-7-7-12-10 5-14 5-26 2-38 11 4 21 11 27 21z" fill="#d3923f"/>
<path d="M56 29c-3 12-3 24 2 38m46-38c3 12 3 24-2 38M29 50c2 12 8 20 17 27m85-27c-2 12-8 20-17 27" stroke="#8f5319" stroke-width="2.5" stroke-linecap="round" fill="none"/>
<path d="M70 32c6-2 14-2 20 0" stroke="#f6d49a" stroke-width="4" stroke-linecap="round" fill="none"/>`),
  bun: picture(`
<path d="M30 66c0-24 22-40 50-40s50 16 50 40-22 27-50 27-50-3-50-27z" fill="#c07a34"/>
<ellipse cx="80" cy="58" rx="46" ry="30" fill="#e2ab62"/>
<path d="M80 58c0-5 8-6 10 0 2 8-10 13-19 8-12-7-6-24 10-25 20-1 32 14 24 27-9 14-42 17-55 4" stroke="#7d3f12" stroke-width="5" stroke-linecap="round" fill="none"/>
<path d="M44 44c4 6 2 12 6 14s6-4 10-2M104 34c-2 6 4 8 2 13M66 82c4-4 8 0 12-3s8 3 12-1" stroke="#fff6e6" stroke-width="4" stroke-linecap="round" fill="none"/>`),
  baguette: picture(`
<path d="M16 82c-5-7 1-15 10-21l76-46c14-8 32-10 38-1s-1 22-14 30L48 88c-13 8-27 3-32-6z" fill="#b5722f"/>
<path d="M22 74c1-5 6-8 10-11l74-44c10-6 22-8 28-5-8 0-18 5-28 11L40 66c-8 4-13 6-18 8z" fill="#d99a4e"/>
<path d="m48 72 4-16M68 60l4-16M88 48l4-16M108 36l4-15" stroke="#f5dcae" stroke-width="6" stroke-linecap="round"/>`),
  pretzel: picture(`
<path d="M80 84C58 78 40 60 50 44c9-14 28-8 34 8 4 12 0 24-12 34M80 84c22-6 40-24 30-40-9-14-28-8-34 8-4 12 0 24 12 34" fill="none" stroke="#7d3d12" stroke-width="15" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M80 82C58 76 40 59 50 43c9-14 28-8 34 8 4 12 0 24-12 34M80 82c22-6 40-23 30-39-9-14-28-8-34 8-4 12 0 24 12 34" fill="none" stroke="#a95a20" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M53 48v.1M60 40v.1M51 58v.1M107 48v.1M100 40v.1M109 58v.1M64 74v.1M96 74v.1M80 80v.1M79 48v.1" stroke="#fffaf0" stroke-width="5" stroke-linecap="round"/>`),
  cake: picture(`
<path d="M32 60h96v26c0 6-21 9-48 9s-48-3-48-9z" fill="#8c4a2f"/>
<ellipse cx="80" cy="60" rx="48" ry="11" fill="#f7d9d2"/>
<path d="M32 60c0 9 6 14 10 8 4 10 12 10 15 2 4 10 14 10 17 1 4 9 14 9 17-1 4 9 13 8 16-2 5 8 11 7 13 0 4 3 8-2 8-8-6 5-24 9-48 9s-42-4-48-9z" fill="#f7d9d2"/>
<path d="M56 57V38M80 60V34M104 57V38" stroke="#d4793f" stroke-width="5" stroke-linecap="round"/>
<path d="M56 34c-5-5-1-10 0-13 1 3 5 8 0 13zM80 30c-5-5-1-10 0-13 1 3 5 8 0 13zM104 34c-5-5-1-10 0-13 1 3 5 8 0 13z" fill="#f0a92e"/>
<path d="M34 78c12 6 80 6 92 0" stroke="#f7d9d2" stroke-width="3" fill="none" stroke-linecap="round"/>`),
}
