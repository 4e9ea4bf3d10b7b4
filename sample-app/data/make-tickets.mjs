/**
 * Writes tickets.csv and backlog.csv next to this file: invented tickets, the same at every run.
 * Run it with `node sample-app/data/make-tickets.mjs` after a change, and commit what it writes.
 */
import { writeFileSync } from "node:fs";

const COLUMNS = [
  "reference",
  "opened_at",
  "closed_at",
  "state",
  "priority",
  "assignee",
  "requester",
  "title",
  "body",
];
const FIRST_DAY = Date.UTC(2026, 0, 5, 7);
const MINUTE = 60_000;

const ASSIGNEES = [
  "Mira Okafor",
  "Jürgen Falk",
  "Zoë Lindqvist",
  "Tomás Rivera",
  "Ayşe Demir",
  "Priya Raman",
  "",
];
const GIVEN = [
  "Lena",
  "Óscar",
  "Hana",
  "Piotr",
  "Amara",
  "Søren",
  "Noor",
  "Émile",
  "Kenji",
  "Rosa",
  "Ivo",
  "Maëlle",
];
const FAMILY = [
  "Vogt",
  "Nuñez",
  "Tanaka",
  "Łucki",
  "Adeyemi",
  "Østby",
  "Haddad",
  "Girard",
  "Bianchi",
  "Kovač",
];
const ROOMS = ["2.14", "Lindenhof", "the Aquarium", "3.02", "Café Süd", "the loading bay", "会議室 B", "0.7"];
const SYSTEMS = [
  "the wiki",
  "the payroll portal",
  "VPN",
  "the calendar",
  "the shared drive",
  "single sign-on",
];
const DEVICES = ["the laptop", "the docking station", "the headset", "the badge reader", "the label printer"];
const ERRORS = [
  '"Access denied"',
  "error 0x80070035",
  '"Unexpected token <"',
  "code 503",
  '"Zertifikat ungültig"',
];
const TIMES = [
  "since this morning",
  "since the update",
  "every few minutes",
  "after lunch",
  "once a day, around 16:00",
];

/** What people ask for. Each is given the means to pick its details. */
const KINDS = [
  ({ room, time }) => ({
    title: `Printer in ${room} jams`,
    body: `The printer in ${room} jams ${time}. We opened the tray, removed the paper, closed it again: no change.`,
  }),
  ({ system, error }) => ({
    title: `Cannot sign in to ${system}`,
    body: `I type my password, and ${system} says ${error}. A colleague, sitting next to me, has no trouble.`,
  }),
  ({ system, time }) => ({
    title: `${capital(system)} is slow`,
    body: `${capital(system)} has been slow ${time}.\nWhat I tried:\n- another browser\n- a cable instead of Wi-Fi\n- waiting, a lot`,
  }),
  ({ device, error }) => ({
    title: `${capital(device)} shows ${error}`,
    body: `When I plug in ${device}, it shows ${error}, then goes dark. Serial number on the back, 17" screen attached.`,
  }),
  ({ system, person }) => ({
    title: `Access to ${system} for ${person}`,
    body: `${person} joins our team on Monday and needs access to ${system}; read access is enough, "for now".`,
  }),
  ({ room }) => ({
    title: `No Wi-Fi in ${room}`,
    body: `The network "Gäste" is there, the staff network is not. In ${room} only; the corridor is fine.`,
  }),
  ({ device, time }) => ({
    title: `${capital(device)} disconnects`,
    body: `${capital(device)} disconnects ${time}. It comes back by itself, but every call is interrupted.`,
  }),
  ({ system, person }) => ({
    title: `Mail from ${system} goes to spam`,
    body: `Messages of ${system} land in spam. ${person} says: "please, fix it before the invoices go out".`,
  }),
  ({ room, device }) => ({
    title: `${capital(device)} for ${room}`,
    body: `${capital(device)} in ${room} has gone missing. Could we have a spare one, and a lock?`,
  }),
  ({ error, time }) => ({
    title: `Backup fails with ${error}`,
    body: `The nightly backup ends with ${error} ${time}.\n\nLast good run, as far as I can see: Tuesday, 02:10.`,
  }),
  ({ person, system }) => ({
    title: `Name is wrong in ${system}`,
    body: `My name is ${person}. ${capital(system)} writes it without the accents; could that be mended, s'il vous plaît?`,
  }),
  ({ system, error }) => ({
    title: `Export from ${system} is broken`,
    body: `The export opens in one column. The first line reads: name;"amount, net";date\nand the log says ${error}.`,
  }),
];

/** A small generator of numbers in [0, 1) that gives the same sequence for the same seed. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function createTickets(count, prefix, seed) {
  const random = createRandom(seed);
  const pick = (values) => values[Math.floor(random() * values.length)];
  let openedAt = FIRST_DAY;
  return Array.from({ length: count }, (_, index) => {
    openedAt += Math.floor(10 + random() * 700) * MINUTE;
    const person = `${pick(GIVEN)} ${pick(FAMILY)}`;
    const isClosed = random() < 0.55;
    const words = { room: pick(ROOMS), system: pick(SYSTEMS), device: pick(DEVICES), error: pick(ERRORS) };
    return {
      reference: `${prefix}-${String(index + 1).padStart(4, "0")}`,
      opened_at: isoTime(openedAt),
      closed_at: isClosed ? isoTime(openedAt + Math.floor(30 + random() * 9000) * MINUTE) : "",
      state: isClosed ? "closed" : "open",
      priority: pick(["low", "normal", "normal", "normal", "high", "high", "urgent"]),
      assignee: pick(ASSIGNEES),
      requester: mailOf(`${pick(GIVEN)} ${pick(FAMILY)}`),
      ...pick(KINDS)({ ...words, time: pick(TIMES), person }),
    };
  });
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function isoTime(milliseconds) {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

/** Letters without their marks, as mail addresses have them; what has no plain form is spelled out. */
function mailOf(name) {
  const spelled = name.replaceAll("ø", "o").replaceAll("Ø", "O").replaceAll("Ł", "L");
  const plain = spelled.normalize("NFD").replace(/\p{M}/gu, "");
  return `${plain.toLowerCase().replace(" ", ".")}@example.com`;
}

function cell(value) {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function line(ticket) {
  return COLUMNS.map((column) => cell(ticket[column])).join(",");
}

function write(name, lines) {
  writeFileSync(new URL(name, import.meta.url), `${[COLUMNS.join(","), ...lines].join("\n")}\n`);
}

/** Rows that an import has to turn away: too short, an unknown priority, no title. */
function spoil(lines) {
  lines[11] = "OLD-0012,2026-01-09T08:00:00Z,,open";
  lines[29] = lines[29].replace(/,(low|normal|high|urgent),/, ",whenever,");
  lines[47] = line({ ...createTickets(1, "OLD", 48)[0], reference: "OLD-0048", title: "" });
  return lines;
}

write("tickets.csv", createTickets(300, "HD", 20_260_728).map(line));
write("backlog.csv", spoil(createTickets(120, "OLD", 1_979).map(line)));
