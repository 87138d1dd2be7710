import { useEffect, useState } from 'react'
import { findTourElement, type TourStep } from './tour-steps.ts'

type Box = { readonly top: number; readonly left: number; readonly width: number; readonly height: number }

const isSame = (a: Box | null, b: Box | null) =>
  a === b || (a !== null && b !== null && a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height)

function measure(step: TourStep): Box | null {
  const element = findTourElement(step)
  if (!element) return null
  const { top, left, width, height } = element.getBoundingClientRect()
  return { top, left, width, height }
}

/** Returns where the element of a step is in the window, frame by frame; null while it is not shown. */
export function useElementBox(step: TourStep): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    let frame = 0
    const follow = () => {
      const next = measure(step)
      setBox((known) => (isSame(known, next) ? known : next))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [step])
  return box
}
