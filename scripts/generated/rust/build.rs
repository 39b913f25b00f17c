//! Generates the client of `openapi.yaml` into `src/generated`, and adds signing.

use std::error::Error;
use std::fs;
use std::path::Path;

use openapi_to_rust::config::ConfigFile;
use openapi_to_rust::spec_source::parse_spec;
use openapi_to_rust::{CodeGenerator, SchemaAnalyzer};

fn main() -> Result<(), Box<dyn Error>> {
    for file in ["openapi.yaml", "openapi-to-rust.toml", "src/signed.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let document = parse_spec(&fs::read_to_string("openapi.yaml")?, "openapi.yaml")?;
    let config = ConfigFile::load(Path::new("openapi-to-rust.toml"))?.into_generator_config();
    let generator = CodeGenerator::new(config);
    let files = generator.generate_all(&mut SchemaAnalyzer::new(document)?.analyze()?)?;
    generator.write_files(&files)?;

    let client = Path::new("src/generated/client.rs");
    let signed = fs::read_to_string(client)? + &fs::read_to_string("src/signed.rs")?;
    fs::write(client, signed)?;
    Ok(())
}
