import { Feature, Resource, type Watch } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { Board, type BoardCounts, type Count } from "../store/board.js";
import { DeskChanges } from "../store/desk-changes.js";

@Feature({ icons: deskIcon("board") })
export class BoardResource {
  constructor(
    private readonly desk: Board,
    private readonly feed: DeskChanges,
  ) {}

  @Resource("desk://board", {
    name: "board",
    title: "The board",
    description: "How many tickets there are, by state, priority and assignee.",
    mimeType: "text/markdown",
    watch: "changes",
  })
  board(): string {
    return boardMarkdown(this.desk.counts());
  }

  changes(watch: Watch): void {
    this.feed.follow(() => watch.changed("desk://board"), watch.signal);
  }
}

/** The counts of the desk as a Markdown page. */
export function boardMarkdown({ byState, byPriority, byAssignee }: BoardCounts): string {
  return [
    "# Help desk",
    "",
    ...table("State", byState),
    "## Open, by priority",
    "",
    ...table("Priority", byPriority),
    "## Open, by assignee",
    "",
    ...table("Assignee", byAssignee),
  ].join("\n");
}

function table(heading: string, counts: readonly Count<string | null>[]): string[] {
  const rows = counts.map(({ kind, tickets }) => `| ${cell(kind ?? "(nobody)")} | ${tickets} |`);
  return [`| ${heading} | Tickets |`, "| --- | ---: |", ...rows, ""];
}

/** Names come from files and from models: a bar or a line break in one must not end its cell. */
function cell(text: string): string {
  return text.replace(/[\\|]/g, "\\$&").replace(/\s+/g, " ");
}
