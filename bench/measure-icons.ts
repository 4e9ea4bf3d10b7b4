import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import { inspectIcon, prepareIcon, sanitizeIcon } from "blazon/icons";
import { SaxesParser } from "saxes";
import sharp from "sharp";
import { medianOf } from "./process-stats.js";
import { messageOf } from "./requests.js";
import { StdioClient } from "./stdio-client.js";

export interface IconFigure {
  readonly name: string;
  /** Microseconds of CPU, of all threads of this process. */
  readonly cpuUs: number;
  /** What is least that has to be done, measured in turns with it. */
  readonly least: string;
  readonly leastUs: number;
}

interface Task {
  readonly name: string;
  readonly least: string;
  readonly count: number;
  work(): unknown;
  leastWork(): unknown;
}

const ROUNDS = 9;

async function makeTasks(): Promise<Task[]> {
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 4 }, (_, at) => (at * 2_654_435_761) >>> 24));
  const png = await sharp(noise, { raw: { width: 64, height: 64, channels: 4 } })
    .png()
    .toBuffer();
  const svg = drawing();
  return [
    {
      name: `sniff and bounds of a PNG of 64×64, ${png.length} bytes`,
      least: "reading two numbers by hand",
      count: 2000,
      work: () => inspectIcon(png),
      leastWork: () => png.readUInt32BE(0) === 0x89504e47 && png.readUInt32BE(16) * png.readUInt32BE(20),
    },
    {
      name: `rebuilding an SVG of ${svg.length} bytes`,
      least: "parsing it with saxes",
      count: 500,
      work: () => sanitizeIcon(svg),
      leastWork: () => new SaxesParser({ xmlns: true }).write(svg.toString()).close(),
    },
    {
      name: "PNG of 64×64 drawn anew, with one of 48×48",
      least: "the same two by sharp",
      count: 50,
      work: () => prepareIcon(png),
      leastWork: () =>
        Promise.all([
          sharp(png).png({ compressionLevel: 9 }).toBuffer(),
          sharp(png).resize(48, 48).png({ compressionLevel: 9 }).toBuffer(),
        ]),
    },
  ];
}

/** Shapes, a gradient, a clip path and uses: what an editor exports for an icon. */
function drawing(): Buffer {
  const paths = Array.from({ length: 21 }, (_, at) => {
    const style = `fill:url(#g);stroke:#${(at * 1234 + 4096).toString(16)};stroke-width:1.5`;
    return `<path style="${style}" d="M${at} 3.5c1.2-.8 2.5-1.1 4-1.1l2 ${at}h-3v7.25z"/>`;
  });
  const head =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">';
  const defs =
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1"/></linearGradient>' +
    '<clipPath id="c"><circle cx="12" cy="12" r="11"/></clipPath></defs>';
  return Buffer.from(
    `${head}${defs}<g clip-path="url(#c)" id="a">${paths.join("")}</g><use href="#a" x="1"/></svg>`,
  );
}

async function cpuUsOf(count: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Measures each task and the least there is of it in turns, after a first round that does not count. */
export async function measureIcons(): Promise<IconFigure[]> {
  const figures: IconFigure[] = [];
  for (const { name, least, count, work, leastWork } of await makeTasks()) {
    const rounds: { readonly cpu: number; readonly least: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const found = { cpu: await cpuUsOf(count, work), least: await cpuUsOf(count, leastWork) };
      if (round > 0) rounds.push(found);
    }
    const cpuUs = medianOf(rounds.map(({ cpu }) => cpu));
    figures.push({ name, cpuUs, least, leastUs: medianOf(rounds.map((round) => round.least)) });
  }
  return figures;
}

/** Milliseconds from bytes to a clean PNG for a host, most of them for the start of a process. */
export async function measureProcess(rounds: number): Promise<number> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const ms: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await sanitizeIcon(png);
    ms.push(performance.now() - started);
  }
  return medianOf(ms);
}

export interface IconBoot {
  readonly name: string;
  /** Milliseconds from spawn to the answer of `server/discover`. */
  readonly discoverMs: number;
}

/** Starts a server with the help desk's 24 drawings, in turns, as often as `rounds` says. */
export async function measureIconBoot(rounds: number): Promise<IconBoot[]> {
  const found = ["none", "manifest", "prepared"].map((name) => ({ name, ms: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, ms } of found) {
      const took = await bootOnce(name);
      if (round > 0) ms.push(took);
    }
  }
  return found.map(({ name, ms }) => ({ name, discoverMs: medianOf(ms) }));
}

function bootOnce(icons: string): Promise<number> {
  process.env.ICONS = icons;
  const started = performance.now();
  const client = new StdioClient(fileURLToPath(new URL("./server-icons.js", import.meta.url)));
  client.write(`${messageOf(1, "server/discover")}\n`);
  return new Promise((resolve) => {
    client.onAnswer = () => {
      resolve(performance.now() - started);
      client.close();
    };
  });
}
