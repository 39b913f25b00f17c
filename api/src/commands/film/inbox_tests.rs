use super::*;

fn names(folder: &Path) -> Vec<String> {
    let files = files_in(folder).unwrap();
    let name = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(name).collect()
}

fn open(folder: &Path) -> Inbox {
    Inbox::open(folder, Duration::ZERO).unwrap().unwrap()
}

fn taken(inbox: &mut Inbox) -> Vec<PathBuf> {
    let films = inbox.take().unwrap();
    films.into_iter().map(Result::unwrap).collect()
}

#[test]
fn a_film_is_taken_with_its_subtitles_and_ends_with_them() {
    let place = tempfile::tempdir().unwrap();
    let mut inbox = open(place.path());
    let all = [
        "ABC-1.mkv",
        "ABC-1.zh.srt",
        "ABC-10.srt",
        "ABC-2.MP4.part",
        ".ABC-3.mkv",
        "notes.txt",
    ];
    for name in all {
        fs::write(place.path().join(name), name).unwrap();
    }
    let [film] = taken(&mut inbox).try_into().unwrap();
    assert_eq!(names(film.parent().unwrap()), ["ABC-1.mkv", "ABC-1.zh.srt"]);
    assert_eq!(
        names(place.path()),
        ["ABC-10.srt", "ABC-2.MP4.part", "notes.txt"]
    );
    assert_eq!(inbox.taken().unwrap(), std::slice::from_ref(&film));
    let failed = inbox.end(&film, Some("文件损坏")).unwrap();
    let folder = place.path().join(FAILED);
    assert_eq!(
        names(&folder),
        ["ABC-1.mkv", "ABC-1.mkv.txt", "ABC-1.zh.srt"]
    );
    assert_eq!(
        fs::read_to_string(folder.join("ABC-1.mkv.txt")).unwrap(),
        "文件损坏\n"
    );
    assert!(inbox.taken().unwrap().is_empty());
    // Run again with success.
    inbox.end(&failed, None).unwrap();
    assert!(names(&folder).is_empty());
    assert_eq!(
        names(&place.path().join(DONE)),
        ["ABC-1.mkv", "ABC-1.zh.srt"]
    );
    // Another film of the same name.
    fs::write(place.path().join("ABC-1.mkv"), "other").unwrap();
    let film = taken(&mut inbox).remove(0);
    assert!(
        inbox
            .end(&film, None)
            .unwrap()
            .ends_with("done/2.ABC-1.mkv")
    );
}

#[test]
fn a_film_that_is_still_written_is_left() {
    let place = tempfile::tempdir().unwrap();
    let hour = Duration::from_secs(3_600);
    let mut inbox = Inbox::open(place.path(), hour).unwrap().unwrap();
    fs::write(place.path().join("ABC-1.mkv"), "be").unwrap();
    assert!(inbox.take().unwrap().is_empty() && inbox.has_unsettled());
    let film = place.path().join("ABC-1.mkv");
    let (_, since) = inbox.seen.get_mut(&film).unwrap();
    *since = Instant::now().checked_sub(hour).unwrap();
    fs::write(&film, "begun").unwrap();
    assert!(inbox.take().unwrap().is_empty(), "it has changed");
    inbox.seen.get_mut(&film).unwrap().1 = Instant::now().checked_sub(hour).unwrap();
    assert_eq!(inbox.take().unwrap().len(), 1);
    assert!(!inbox.has_unsettled());
}

#[test]
fn one_process_watches_and_what_a_kill_left_goes_back() {
    let place = tempfile::tempdir().unwrap();
    let inbox = open(place.path());
    assert!(Inbox::open(place.path(), Duration::ZERO).unwrap().is_none());
    let half = place.path().join(WORK).join("1");
    fs::create_dir(&half).unwrap();
    fs::write(half.join("ABC-1.srt"), "").unwrap();
    assert!(inbox.taken().unwrap().is_empty());
    assert_eq!(names(place.path()), ["ABC-1.srt"]);
    assert!(!half.exists());
}
