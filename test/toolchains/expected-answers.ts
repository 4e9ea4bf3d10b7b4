import { expect } from "chai";
import type { LibraryAnswers } from "./desks/explicit-forms.js";
import type { HelpDeskAnswers } from "./desks/help-desk.js";

/** Every feature of the help desk has answered: injected, validated, with its defaults, and written. */
export function expectHelpDesk(answers: HelpDeskAnswers): void {
  expect(answers.tools).to.deep.equal([
    "search_tickets",
    "open_ticket",
    "close_ticket",
    "add_comment",
    "escalate",
    "summarize_ticket",
    "import_tickets",
  ]);
  // The desk is seeded with 300 tickets, from T-1001 on, and none of them is about a kettle.
  const kettle = { id: "T-1301", title: "Kettle is gone", state: "open", priority: "normal", assignee: null };
  expect(answers.opened).to.deep.equal({ type: "text", text: "Opened T-1301." });
  expect(answers.found).to.deep.equal({
    tickets: [{ ...kettle, excerpt: "[Kettle] is gone" }],
    total: 1,
  });
  expect(answers.refused).to.equal(true);
  expect(JSON.parse(answers.first)).to.include({ id: "T-1001", title: "Name is wrong in the wiki" });
  expect(JSON.parse(answers.last)).to.include(kettle);
  expect(answers.board).to.match(/^# Help desk\n/);
  expect(answers.completed).to.deep.equal(["T-1300", "T-1301"]);
  expect(answers.prompt).to.have.length(2);
  expect(answers.prompt)
    .to.have.nested.property("[0].content.text")
    .that.matches(/^Draft a friendly reply to the requester of ticket T-1001\./);
}

/** The same of the library, which says everything itself. */
export function expectLibrary(answers: LibraryAnswers): void {
  const read = "1970-01-01T00:00:00.000Z";
  const book = { uri: "book://Emma", mimeType: "text/plain", text: "It is called Emma." };
  expect(answers).to.deep.equal({
    tools: ["find_books", "ask_who", "count_books"],
    found: {
      books: [
        { title: "Emma", read },
        { title: "Ivanhoe", read },
      ],
      extent: "some",
    },
    refused: true,
    context: [{ type: "text", text: "blazon-testing by tools/call" }],
    counted: [{ type: "text", text: "3 books" }],
    book: [book],
    completed: ["Emma"],
    prompt: [{ role: "user", content: { type: "text", text: "Review Emma." } }],
  });
}
