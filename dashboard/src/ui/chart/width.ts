import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of an element in pixels, which a drawing fills; 0 until it is known. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

/** Of every drawing, in pixels. */
export const height = 190
export const margin = { top: 12, end: 26, bottom: 26, start: 52 }
