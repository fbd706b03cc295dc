import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

/** A line of a plot. */
export interface Line {
  readonly name: string;
  /** A custom property with its colour, such as `--good`. */
  readonly color: string;
  readonly isFilled?: boolean;
  readonly isStepped?: boolean;
}

/** Lines over numbers or times, drawn anew when their values, the width or the colours change. */
export function Plot({
  label,
  lines,
  data,
  across,
  isTime = false,
  height = 220,
}: {
  readonly label: string;
  readonly lines: readonly Line[];
  /** The horizontal values, ascending, and those of each line. */
  readonly data: readonly (readonly (number | null)[])[];
  /** What the horizontal values are. */
  readonly across: string;
  readonly isTime?: boolean;
  readonly height?: number;
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const theme = document.documentElement.dataset.theme ?? '';

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color('--soft'),
      grid: { stroke: color('--line'), width: 1 },
      ticks: { show: false },
    };
    const made = new uPlot(
      {
        width: element.clientWidth,
        height,
        // What is piled up or measured begins at nothing.
        scales: {
          x: { time: isTime },
          y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
        },
        axes: [axis, { ...axis, size: 70 }],
        legend: { show: lines.length > 1 },
        cursor: { drag: { x: false, y: false } },
        series: [
          { label: across },
          ...lines.map(({ name, color: property, isFilled, isStepped }) => ({
            label: name,
            stroke: color(property),
            width: 2,
            points: { show: false },
            ...(isFilled && { fill: `color-mix(in srgb, ${color(property)} 18%, transparent)` }),
            ...(isStepped && uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
          })),
        ],
      },
      data as unknown as uPlot.AlignedData,
      element,
    );
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
    };
  }, [theme, across, lines.map(({ name }) => name).join(), height]);

  useEffect(() => plot.current?.setData(data as unknown as uPlot.AlignedData), [JSON.stringify(data)]);

  return <figure class="plot" ref={place as never} aria-label={label} style={{ margin: 0 }} />;
}
