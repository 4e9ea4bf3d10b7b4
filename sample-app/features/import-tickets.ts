import { Feature, Field, Notifier, RequestContext, Tool } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { TicketFiles } from "../import/ticket-files.js";
import { TicketImporter } from "../import/ticket-importer.js";
import { forTheModel } from "./for-the-model.js";

class ImportInput {
  @Field("The name of a CSV file in the desk's data folder", { examples: ["backlog.csv"], maxLength: 100 })
  file!: string;
}

class RejectedRow {
  @Field("The row in the file; the header is row 1", { integer: true, min: 2 }) row!: number;
  @Field() reason!: string;
}

class ImportResult {
  @Field("Tickets that are new on the desk", { integer: true, min: 0 }) imported!: number;
  @Field("Rows the desk has already, by their reference", { integer: true, min: 0 }) known!: number;
  @Field("Rows that were left out", { integer: true, min: 0 }) rejected!: number;
  @Field("The first of the rows that were left out", { items: RejectedRow }) rejectedRows!: RejectedRow[];
}

@Feature({ icons: deskIcon("import") })
export class ImportTickets {
  constructor(
    private readonly files: TicketFiles,
    private readonly importer: TicketImporter,
    private readonly notify: Notifier,
  ) {}

  @Tool({
    title: "Import tickets",
    description: "Imports a CSV file, all of it or nothing. Importing a file again adds only what is new.",
    output: ImportResult,
    destructive: false,
    idempotent: true,
  })
  async import_tickets({ file }: ImportInput, ctx: RequestContext): Promise<ImportResult> {
    try {
      const rows = await this.files.open(file);
      const result = await this.importer.run(rows, {
        signal: ctx.signal,
        onProgress: (read) => ctx.progress(read, undefined, `${read} rows read`),
      });
      if (result.imported > 0) this.notify.resourcesChanged(); // open tickets are listed
      return result;
    } catch (error) {
      throw forTheModel(error);
    }
  }
}
