// Starts `cinch serve lsp` for C files.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
    const settings = workspace.getConfiguration("cinch");
    client = new LanguageClient(
        "cinch",
        { command: settings.get("path"), args: ["serve", "lsp", ...settings.get("arguments")] },
        { documentSelector: [{ scheme: "file", language: "c" }] });
    return client.start();
};

exports.deactivate = () => client && client.stop();
