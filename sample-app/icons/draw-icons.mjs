/**
 * Draws the icons of the help desk, next to this file or into the folder that is named: one drawing each, inked for
 * light and for dark backgrounds; 24 units a side, lines of 1.75 units, and one part in the color of the desk.
 * Run it with `node sample-app/icons/draw-icons.mjs` after a change, then `npm run icons`, and commit what they write.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const INKS = {
  "": { line: "#1e293b", accent: "#2563eb", wash: "#dbeafe" },
  "-dark": { line: "#e2e8f0", accent: "#60a5fa", wash: "#1e3a5f" },
};

const TICKET =
  "M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v1.5a2.5 2.5 0 0 0 0 5V16a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-1.5a2.5 2.5 0 0 0 0-5z";

/** What each icon is made of: a shape that is washed, lines, and lines in the color of the desk. */
const ICONS = {
  desk: {
    wash: [
      "M3 14.5A1.5 1.5 0 0 1 4.5 13H7v6H4.5A1.5 1.5 0 0 1 3 17.5z",
      "M17 13h2.5a1.5 1.5 0 0 1 1.5 1.5v3a1.5 1.5 0 0 1-1.5 1.5H17z",
    ],
    lines: ["M4 13v-1.5a8 8 0 0 1 16 0V13"],
    accent: ["M19 19a3 3 0 0 1-3 2.5h-3"],
  },
  ticket: { wash: [TICKET], lines: [], accent: ["M14.5 9v1.2M14.5 13.8V15", "M7 10.5h4M7 13.5h3"] },
  search: {
    wash: ["M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z"],
    lines: ["M15.3 15.3 20.5 20.5"],
    accent: ["M7.5 9h6M7.5 12h4"],
  },
  "open-ticket": { wash: [TICKET], lines: [], accent: ["M12 9v6M9 12h6"] },
  "close-ticket": { wash: [TICKET], lines: [], accent: ["m8.5 12.2 2.4 2.4 4.6-5"] },
  comment: {
    wash: ["M5 4h14a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-6.5L8 20.5v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z"],
    lines: [],
    accent: ["M7.5 8.5h9M7.5 12h5.5"],
  },
  escalate: {
    wash: ["M5.5 14.5v-8s1-1.5 3.5-1.5 3.5 2 6 2 3.5-1 3.5-1v7.5s-1 1-3.5 1-3.5-1.5-6-1.5-3.5 1.5-3.5 1.5z"],
    lines: ["M5.5 4v17"],
    accent: ["M12 12.5V8.2M9.9 10l2.1-2.1 2.1 2.1"],
  },
  summarize: {
    wash: ["M17.5 11.5 18.8 15l3.4 1.3-3.4 1.3-1.3 3.4-1.3-3.4-3.4-1.3 3.4-1.3z"],
    lines: ["M4 5h15M4 10h9M4 15h6M4 20h7"],
    accent: [],
    washInAccent: true,
  },
  import: {
    wash: ["M4 14h4l1.5 2.5h5L16 14h4v4.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5z"],
    lines: [],
    accent: ["M12 3v9M8.5 8.8 12 12.3l3.5-3.5"],
  },
  board: {
    wash: ["M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z"],
    lines: [],
    accent: ["M8 16v-3M12 16V8M16 16v-5.5"],
  },
  triage: {
    wash: ["M3.5 4.5h17L14 12.3v5.2l-4 2.5v-7.7z"],
    lines: [],
    accent: ["M8.2 8h7.6"],
  },
  reply: {
    wash: ["M14.5 20.5h-3l.4-3 6.6-6.6a1.8 1.8 0 0 1 2.6 2.6z"],
    lines: ["M8.5 4 3.5 9l5 5", "M3.5 9H12a6 6 0 0 1 3.8 1.4"],
    accent: [],
    washInAccent: true,
  },
};

for (const [name, { wash, lines, accent, washInAccent = false }] of Object.entries(ICONS)) {
  for (const [suffix, ink] of Object.entries(INKS)) {
    const paths = [
      ...wash.map(
        (d) => `  <path fill="${ink.wash}" stroke="${washInAccent ? ink.accent : ink.line}" d="${d}"/>`,
      ),
      ...lines.map((d) => `  <path stroke="${ink.line}" d="${d}"/>`),
      ...accent.map((d) => `  <path stroke="${ink.accent}" d="${d}"/>`),
    ];
    const svg = [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">',
      ...paths,
      "</svg>",
      "",
    ].join("\n");
    writeFileSync(join(process.argv[2] ?? import.meta.dirname, `${name}${suffix}.svg`), svg);
  }
}
