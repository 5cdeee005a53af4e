"use client";

import { useState } from "react";
import { GENERIC_MESSAGE } from "@/lib/core/text/generic-message";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { pluralize } from "@/lib/core/text/pluralize";
import { Notice } from "@/components/ui/notice";
import { ChooseGroup } from "./choose-group";
import type { ImportStepsProps } from "./import-steps";
import { PickFile } from "./pick-file";

const load = () => import("./on-demand");

type Step =
  | { is: "file"; problem: string | null; busy: boolean }
  /** A file with several groups. */
  | { is: "group"; file: File; groups: readonly string[] }
  | {
      is: "read";
      file: ImportFile;
      fileName: string;
      Steps: Awaited<ReturnType<typeof load>>["ImportSteps"];
    };

export type ImportFlowProps = Omit<ImportStepsProps, "file" | "fileName" | "onAgain">;

/** Imports a file: choose it, review its content, and write it. */
export function ImportFlow(props: ImportFlowProps) {
  const { unfinished } = props;
  const [step, setStep] = useState<Step>({ is: "file", problem: null, busy: false });
  const fail = (problem: string | null) => setStep({ is: "file", problem, busy: false });

  /** @param group its position in a file with several */
  async function read(file: File, group?: number) {
    setStep({ is: "file", problem: null, busy: true });
    try {
      const [{ readImportFile, ImportSteps: Steps }, bytes] = await Promise.all([load(), file.arrayBuffer()]);
      const result = await readImportFile(new Uint8Array(bytes), group === undefined ? {} : { group });
      if (result.ok === "choose") setStep({ is: "group", file, groups: result.groups });
      else if (result.ok) setStep({ is: "read", file: result.file, fileName: file.name, Steps });
      else fail(result.problem);
    } catch (error) {
      console.error(error);
      fail(GENERIC_MESSAGE);
    }
  }

  switch (step.is) {
    case "file":
      return (
        <PickFile busy={step.busy} problem={step.problem} onPick={(file) => void read(file)} onProblem={fail}>
          {unfinished.length > 0 ? (
            <Notice tone="warning" title={`You have ${pluralize(unfinished.length, "unfinished import")}.`}>
              To continue, choose the same file again.
            </Notice>
          ) : null}
        </PickFile>
      );
    case "group":
      return (
        <div data-keep-screen className="contents">
          <ChooseGroup
            groups={step.groups}
            onChoose={(group) => void read(step.file, group)}
            onAgain={() => fail(null)}
          />
        </div>
      );
    case "read":
      return (
        <div data-keep-screen className="contents">
          <step.Steps {...props} file={step.file} fileName={step.fileName} onAgain={() => fail(null)} />
        </div>
      );
  }
}
